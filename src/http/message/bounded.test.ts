import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { runs } from '../../../test/support/generators.ts'
import { bounded } from './bounded.ts'

/** A value whose size is what it says; it may grow while it is kept. */
type Sized = { size: number }

/** What is done: a value is set, or the one that is kept grows and is set again, or one is asked for. */
const deeds = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('set'), key: fc.nat(9), size: fc.nat(60) }),
    },
    fc.record({ kind: fc.constant('grow'), key: fc.nat(9), size: fc.nat(20) }),
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('get'), key: fc.nat(9), size: fc.constant(0) }),
    },
  ),
  { maxLength: 200, size: 'max' },
)

test('a bounded map never holds more than it may, answers with what was set last, and keeps what was used last', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 150 }), deeds, (most, done) => {
      const map = bounded<number, Sized>(most, ({ size }) => size)
      const latest = new Map<number, Sized>()
      const largest = new Map<number, number>()
      /** The keys by their last use, the latest first. */
      let used: number[] = []
      for (const { kind, key, size } of done) {
        const found = map.get(key)
        if (found !== undefined) assert.equal(found, latest.get(key))
        if (kind === 'grow' && found !== undefined) found.size += size
        if (kind === 'set') latest.set(key, { size })
        const value = kind === 'grow' ? found : latest.get(key)
        if (kind !== 'get' && value !== undefined) map.set(key, value)
        largest.set(key, Math.max(largest.get(key) ?? 0, latest.get(key)?.size ?? 0))
        const isUsed = kind === 'set' || found !== undefined
        used = isUsed ? [key, ...used.filter((other) => other !== key)] : used

        const held = new Map(map.entries())
        const total = held.values().reduce((sum, one) => sum + one.size, 0)
        assert.ok(total <= most, `${total} bytes`)
        let recent = 0
        for (const one of used) {
          recent += largest.get(one) ?? 0
          if (recent > most / 2) break
          assert.equal(held.get(one), latest.get(one), `${one} was used lately`)
        }
      }
    }),
    runs(1_000),
  )
})

test('a value that needs more than half of the room is not kept, nor is one that has come to that', () => {
  const map = bounded<string, Sized>(100, ({ size }) => size)
  const growing = { size: 50 }
  map.set('a', growing)
  map.set('b', { size: 51 })
  assert.deepEqual([map.get('a'), map.get('b')], [growing, undefined])
  growing.size = 51
  map.set('a', growing)
  assert.equal(map.get('a'), undefined)
})

test('where there is no room, nothing is kept', () => {
  const map = bounded<string, Sized>(0, ({ size }) => size)
  map.set('a', { size: 1 })
  assert.equal(map.get('a'), undefined)
  assert.deepEqual([...map.entries()], [])
})

test('a look-up looks at no other value', () => {
  let looks = 0
  const map = bounded<number, Sized>(1_000_000, ({ size }) => {
    looks++
    return size
  })
  for (let key = 0; key < 5_000; key++) map.set(key, { size: 100 })
  looks = 0
  for (let key = 0; key < 5_000; key++) map.get(key)
  assert.ok(looks <= 5_000, `${looks} sizes were measured`)
})
