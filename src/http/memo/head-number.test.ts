import assert from 'node:assert/strict'
import { test } from 'node:test'
import { movingMarkets } from '../../../test/support/moving-markets.ts'
import { createQuickly, learned } from '../../../test/support/quickly.ts'
import { at } from '../../../test/support/sample-market.ts'
import { areSame, headNumber, viewed, type Viewed } from './head-number.ts'

const [market] = movingMarkets(40, 0)
assert.ok(market)
const now = at('2027-06-01T00:00:00Z')
const quickly = createQuickly({ market: () => market, isHealthy: () => true, now: () => now })

const head = learned(quickly, targetFor(123))
const { length } = head.bytes

test('a head has the same number wherever it stands, and is the same head', () => {
  const number = headNumber(head.view, 0, length)
  for (let start = 0; start < 9; start++) {
    const { bytes, view } = viewed(Buffer.alloc(start + length + 9, 'x'))
    bytes.set(head.bytes, start)
    assert.equal(headNumber(view, start, start + length), number)
    assert.ok(areSame(view, start, start + length, head))
  }
})

test('a head with one other byte, one more or one less has another number and is another head', () => {
  const number = headNumber(head.view, 0, length)
  const { bytes, view } = viewed(Buffer.alloc(length + 1))
  const isOther = (end: number): void => {
    assert.notEqual(headNumber(view, 0, end), number)
    assert.ok(!areSame(view, 0, end, head))
  }
  for (let at = 0; at < length; at++) {
    bytes.set(head.bytes)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    isOther(length)
  }
  bytes.set(head.bytes)
  isOther(length + 1)
  isOther(length - 1)
})

test('the numbers of the heads of many pages are spread as if by chance', () => {
  const numbers = new Set<number>()
  const many = 100_000
  for (let offset = 0; offset < many; offset++) {
    const { bytes, view } = learned(
      quickly,
      `/rates/changes?limit=${offset % 400}&offset=${offset}`,
    )
    numbers.add(headNumber(view, 0, bytes.length))
  }
  // Chance has 1.2 of them meet, and ten hardly ever.
  assert.ok(many - numbers.size < 10, `${many - numbers.size} are the same as another`)
})

test('two heads that have the same number are answered each with its own, however often they are asked', () => {
  const [one, other] = collision()
  const { isAnswered, written, last } = quickly
  for (let times = 0; times < 4; times++) {
    for (const { head, offset } of [one, other]) {
      assert.ok(isAnswered(head))
      const [response] = written()
      assert.ok(response)
      assert.equal(last()?.told.target, targetFor(offset))
      const withoutDate = response.toString().replace(/date: .*\r\n/i, '')
      const itself = createQuickly({ market: () => market, isHealthy: () => true, now: () => now })
      assert.ok(itself.isAnswered(learned(itself, targetFor(offset))))
      const [expected] = itself.written()
      assert.equal(withoutDate, expected?.toString().replace(/date: .*\r\n/i, ''))
    }
  }
})

type Asked = { readonly head: Viewed; readonly offset: number }

/** The first two of many heads, all of the same length, that have the same number: among 32 bits they are met after some ten thousand. */
function collision(): readonly [Asked, Asked] {
  const seen = new Map<number, Asked>()
  for (let offset = 1_000_000; offset < 2_000_000; offset++) {
    const asked = { head: learned(quickly, targetFor(offset)), offset }
    const number = headNumber(asked.head.view, 0, asked.head.bytes.length)
    const before = seen.get(number)
    if (before !== undefined) return [before, asked]
    seen.set(number, asked)
  }
  throw new Error('A million numbers of 32 bits, and no two the same: it is no hash.')
}

function targetFor(offset: number): string {
  return `/rates/changes?limit=3&offset=${offset}`
}
