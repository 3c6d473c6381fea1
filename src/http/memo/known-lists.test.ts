import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { runs } from '../../../test/support/generators.ts'
import { movingMarkets } from '../../../test/support/moving-markets.ts'
import { createQuickly, learned, learnedHead } from '../../../test/support/quickly.ts'
import { at } from '../../../test/support/sample-market.ts'
import { endpoints } from '../endpoints.ts'
import { bytesOf } from '../message/payload.ts'
import { commonHeaders } from '../message/reply.ts'
import type { Wishes } from '../message/wishes.ts'
import { createTargetReader } from '../read-target.ts'
import { defaultLimits } from '../server/limits.ts'
import { dateOf } from './dated.ts'
import { headNumber, viewed } from './head-number.ts'
import { createWireHead } from './wire.ts'

const [before, after] = movingMarkets(12, 1)
assert.ok(before && after)
const now = at('2026-02-01T00:00:00Z')
const source = { market: () => before, isHealthy: () => true, now: () => now }
const readTarget = createTargetReader(endpoints, '')
const wireHead = createWireHead(commonHeaders, defaultLimits.keepAlive)

/** The response to a target that is read by itself; none where that is left to Node's server. */
function readAlone(
  { answers }: ReturnType<typeof createQuickly>,
  verb: string,
  target: string,
  wishes: Wishes,
): string | undefined {
  const targeted = readTarget(target)
  const asking = targeted?.ask(targeted.format ?? (wishes.accept === 'text/csv' ? 'csv' : 'json'))
  if (asking === undefined || 'problem' in asking) return undefined
  const said = answers.sayNow(asking, wishes)
  if (said?.answer === undefined) return undefined
  const [beforeDate, afterDate] = wireHead(said.reply)
  const body = verb === 'HEAD' ? '' : bytesOf(said.reply.body).toString('latin1')
  return beforeDate + dateOf(now) + afterDate + body
}

const list = fc.constantFrom(
  '/rates/changes?',
  '/rates/changes?direction=up&',
  '/rates/changes?since=2026-01-05&',
  '/rates/changes?since=never&',
  '/rates/changes?institution_id=nobody&',
  '/rates/changes?x=1&',
  '/rates/changes?x',
  '/rates/changes?limit=2&',
  '/rates/changes?offset=2&',
  '/rates/changes.csv?direction=down&',
  '/rates/changes.json?direction=down&',
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
  fc.constantFrom('0', '00', '1', '007', '1000', '1001', '123456789', '1234567890', '', '-1'),
)
const end = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(number, number).map((n) => `limit=${n[0]}&offset=${n[1]}`) },
  fc.tuple(number, number).map((n) => `offset=${n[0]}&limit=${n[1]}`),
  fc.tuple(number, number).map((n) => `limit=${n[0]}&offset=${n[1]}0x`),
  number.map((n) => `limit=${n}`),
  fc.constant(''),
)
const target = fc.tuple(list, end).map((parts) => parts.join(''))
const verb = fc.constantFrom('GET', 'GET', 'GET', 'HEAD')
const wishes = fc.constantFrom<Wishes>(
  {},
  {},
  { 'accept-encoding': 'gzip' },
  { 'accept-encoding': 'br' },
  { accept: 'text/csv' },
  { 'if-none-match': '*' },
)

test('of pages of lists that are known, every response is the one that is read alone', () => {
  const questions = fc.array(fc.tuple(verb, target, wishes), { minLength: 2, maxLength: 60 })
  // Nothing is kept whole: otherwise what was answered before would not be asked of its list.
  const quickly = createQuickly(source, 0)
  fc.assert(
    fc.property(questions, (asked) => {
      for (const [method, one, wished] of asked) {
        const isAnswered = quickly.isAnswered(
          learnedHead(quickly.quick, `${method} ${one}`, wished),
        )
        const written = Buffer.concat(quickly.written()).toString('latin1')
        const expected = readAlone(quickly, method, one, wished)
        assert.equal(isAnswered, expected !== undefined, one)
        assert.equal(written, expected ?? '', `${method} ${one}`)
        if (isAnswered) assert.equal(quickly.last()?.told.target, one)
      }
    }),
    runs(100),
  )
})

test('a list is found once for all of its pages, for whomever they are', () => {
  const quickly = createQuickly(source, 0)
  const ask = (variant: string, offset: number, encoding: string): void => {
    const page = `/rates/history/beta?variant=${variant}&limit=3&offset=${offset}`
    assert.ok(quickly.isAnswered(learned(quickly, page, encoding)))
  }
  for (let offset = 0; offset < 20; offset++) ask('general', offset, offset < 9 ? 'gzip' : 'br')
  assert.equal(quickly.made(), 1)
  ask('women', 0, 'gzip')
  assert.equal(quickly.made(), 2)
})

test('what is kept of a request is its own, whatever comes into the memory in which it came', () => {
  const quickly = createQuickly(source, 0)
  const page = (direction: string, offset: number) =>
    learned(quickly, `/rates/changes?direction=${direction}&limit=1&offset=${offset}`)
  const first = page('up', 0)
  quickly.isAnswered(first)
  first.bytes.fill('x')
  quickly.isAnswered(page('up', 1))
  assert.equal(quickly.made(), 1)
})

test('two lists that are looked up by one number are two', () => {
  const quickly = createQuickly(source, 0)
  const [one, other] = collidingLists()
  for (const list of [one, other, one, other]) {
    const page = `${list}5&offset=1`
    assert.ok(quickly.isAnswered(learned(quickly, page)))
    const expected = readAlone(quickly, 'GET', page, {})
    assert.equal(Buffer.concat(quickly.written()).toString('latin1'), expected)
  }
})

test('once there is another market, lists are found anew, and no more than once', () => {
  let market = before
  const quickly = createQuickly({ ...source, market: () => market }, 0)
  const ask = (offset: number): string => {
    const head = learned(quickly, `/rates/changes?direction=up&limit=1&offset=${offset}`)
    assert.ok(quickly.isAnswered(head))
    return Buffer.concat(quickly.written()).toString()
  }
  const [old] = [ask(0), ask(1), ask(2)]
  assert.equal(quickly.made(), 1)
  market = after
  const [fresh] = [ask(0), ask(1), ask(2)]
  assert.equal(quickly.made(), 2)
  assert.notEqual(fresh, old)
  assert.match(fresh, new RegExp(`ratebook-position: ${after.position}\r\n`))
})

test('before the market was there, by a clock that went back, its pages are Node’s', () => {
  let time = now
  const quickly = createQuickly({ ...source, now: () => time }, 0)
  const head = learned(quickly, '/rates/changes?limit=1&offset=0')
  assert.deepEqual([quickly.isAnswered(head), quickly.isAnswered(head)], [true, true])
  time = at('2020-01-01T00:00:00Z')
  assert.equal(quickly.isAnswered(head), false)
})

/** The first two lists, one of raises and one of cuts, whose requests have the same number up to that of their page. */
function collidingLists(): readonly [string, string] {
  const seen = new Map<number, string>()
  for (let x = 1_000_000; x < 2_000_000; x++) {
    const list = `/rates/changes?direction=${x % 2 === 0 ? 'up' : 'down'}&x=${x}&limit=`
    const { bytes, view } = viewed(Buffer.from(`GET ${list}`))
    const found = headNumber(view, 0, bytes.length)
    const known = seen.get(found)
    if (known !== undefined && known.length !== list.length) return [known, list]
    seen.set(found, list)
  }
  throw new Error('A million numbers of 32 bits, and no two the same: it is no hash.')
}
