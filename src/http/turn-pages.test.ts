import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { runs } from '../../test/support/generators.ts'
import { movingMarkets } from '../../test/support/moving-markets.ts'
import { createQuickly, learned } from '../../test/support/quickly.ts'
import { at } from '../../test/support/sample-market.ts'
import { createDerived } from './derived.ts'
import { endpoints } from './endpoints.ts'
import type { Format } from './format.ts'
import { bytesOf } from './payload.ts'
import { createTargetReader, type ReadTarget } from './read-target.ts'
import { createPageTurner } from './turn-pages.ts'

const [before, after] = movingMarkets(12, 1)
assert.ok(before && after)
const now = at('2026-02-01T00:00:00Z')
const readTarget = createTargetReader(endpoints, '')
const derived = createDerived()

/** The answer to a target as a reader reads it: its head and its body. */
function answered(read: ReadTarget, target: string, format: Format, market = before) {
  const targeted = read(target)
  if (targeted === undefined || market === undefined) return undefined
  const view = { market, isHealthy: true, now, derived }
  const asking = targeted.ask(targeted.format ?? format)
  const content = 'problem' in asking ? asking : asking.answer(view)
  const path = targeted.endpoint.path
  if ('problem' in content) {
    const { status, headers, body } = content.problem
    return { path, status, headers, body: bytesOf(body).toString() }
  }
  const { body, ...head } = content
  return { path, ...head, body: bytesOf(body.payload()).toString() }
}

const list = fc.constantFrom(
  '/rates/changes?',
  '/rates/changes?direction=up&',
  '/rates/changes?since=2026-01-05&',
  '/rates/changes?since=never&',
  '/rates/changes?institution_id=nobody&',
  '/rates/changes?x=1&',
  '/rates/changes?limit=2&',
  '/rates/changes?offset=2&',
  '/rates/changes.csv?x=1&',
  '/rates/changes.csv?direction=down&',
  '/rates/changes.atom?type=bank&',
  '/rates/history/beta?',
  '/rates/history/beta?variant=women&',
  '/rates/history/beta?tenure_months=6&',
  '/rates/history/beta?tenure_months=6.00&',
  '/rates/history/nobody?',
  '/rates/history/beta.ndjson?',
  '/summary?',
  '/summary?type=bank&',
  '/elsewhere?',
)
const number = fc.oneof(
  fc.nat(50).map(String),
  fc.constantFrom(
    '0',
    '00',
    '1',
    '007',
    '999',
    '1000',
    '1001',
    '123456789',
    '1234567890',
    '',
    '-1',
  ),
)
const end = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(number, number).map((n) => `limit=${n[0]}&offset=${n[1]}`) },
  fc.tuple(number, number).map((n) => `offset=${n[0]}&limit=${n[1]}`),
  number.map((n) => `limit=${n}`),
  fc.constant(''),
)
const target = fc.tuple(list, end).map((parts) => parts.join(''))
const format = fc.constantFrom<Format>('json', 'json', 'csv', 'ndjson')

test('of pages that are turned to, every answer is the one that is read', () => {
  const questions = fc.array(fc.tuple(target, format), { minLength: 2, maxLength: 60 })
  fc.assert(
    fc.property(questions, (asked) => {
      const turner = createPageTurner(readTarget)
      for (const [one, wished] of asked)
        assert.deepEqual(answered(turner, one, wished), answered(readTarget, one, wished), one)
    }),
    runs(100),
  )
})

test('a list is read and found once, and then turned', () => {
  let reads = 0
  const turner = createPageTurner((one) => {
    reads++
    return readTarget(one)
  })
  for (let offset = 0; offset < 20; offset++)
    answered(turner, `/rates/history/beta?variant=general&limit=3&offset=${offset}`, 'json')
  assert.equal(reads, 1)
  answered(turner, '/rates/history/beta?variant=women&limit=3&offset=0', 'json')
  assert.equal(reads, 2)
})

test('two lists that are looked up by one number are two', () => {
  const turner = createPageTurner(readTarget)
  // Found by trying: FNV-1a gives both the same 32 bits.
  const lists = ['2014-10-12&direction=up&x=7825', '2012-04-06&direction=down&x=7600']
  for (const list of [...lists, ...lists]) {
    const target = `/rates/changes?since=${list}&limit=5&offset=1`
    assert.deepEqual(answered(turner, target, 'json'), answered(readTarget, target, 'json'))
  }
  const [up, down] = lists.map((list) =>
    answered(turner, `/rates/changes?since=${list}&limit=5&offset=1`, 'json'),
  )
  assert.notEqual(up?.body, down?.body)
})

test('a question that is turned answers of the market that it is asked of', () => {
  const turner = createPageTurner(readTarget)
  const first = '/rates/changes?limit=2&offset=0'
  answered(turner, first, 'json')
  for (const market of [after, before])
    assert.deepEqual(
      answered(turner, first, 'json', market),
      answered(readTarget, first, 'json', market),
    )
})

test('once there is another market, lists are found anew, and no more than once', () => {
  let market = before
  const quickly = createQuickly({ market: () => market, isHealthy: () => true, now: () => now })
  const { isAnswered, written, made } = quickly
  const ask = (offset: number): string => {
    const head = learned(quickly, `/rates/changes?direction=up&limit=1&offset=${offset}`)
    assert.ok(isAnswered(head))
    return Buffer.concat(written()).toString()
  }
  const [old] = [ask(0), ask(1), ask(2)]
  assert.equal(made(), 1)
  market = after
  const [fresh] = [ask(0), ask(1), ask(2)]
  assert.equal(made(), 2)
  assert.notEqual(fresh, old)
  assert.match(fresh, new RegExp(`ratebook-position: ${after.position}\r\n`))
})
