import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { runs } from '../../../test/support/generators.ts'
import { createNegotiation } from './encodings.ts'

/** What clients write, and what no client should. */
const header = fc.oneof(
  fc
    .array(
      fc.tuple(
        fc.constantFrom('gzip', 'br', 'identity', '*', 'zstd', 'GZIP', 'deflate', ''),
        fc.constantFrom('', ';q=0', ';q=0.5', '; q=1', ';q=2', ';q=x', ';Q=0.1'),
      ),
      { maxLength: 5 },
    )
    .map((wishes) => wishes.map((wish) => wish.join('')).join(', ')),
  fc.string({ maxLength: 12 }),
)

test('a wish that was read before is read the same again', () => {
  const negotiate = createNegotiation()
  fc.assert(
    fc.property(header, (wish) => {
      const fresh = createNegotiation()(wish)
      for (let times = 0; times < 2; times++) assert.equal(negotiate(wish), fresh)
    }),
    runs(500),
  )
})

test('the smallest goes first where the client does not care, and its own wish where it does', () => {
  const negotiate = createNegotiation()
  const wishes = ['gzip, br', '*', 'br;q=0.1, gzip', 'gzip;q=0.1, br', 'identity, br;q=0', '']
  assert.deepEqual(wishes.map(negotiate), ['br', 'br', 'gzip', 'br', 'identity', 'identity'])
})

test('thousands of clients that each write another wish are each answered as they wish', () => {
  const negotiate = createNegotiation()
  for (let round = 0; round < 2; round++) {
    for (let client = 0; client < 3_000; client++) {
      const wish = client % 2 === 0 ? `x-${client}, gzip` : `x-${client}, br;q=0.5`
      assert.equal(negotiate(wish), client % 2 === 0 ? 'gzip' : 'br')
    }
  }
})
