import assert from 'node:assert/strict'
import { test } from 'node:test'
import { movingMarkets } from '../../test/support/moving-markets.ts'
import { createQuickly, learned } from '../../test/support/quickly.ts'
import { at } from '../../test/support/sample-market.ts'
import { headNumber } from './head-number.ts'

const [market] = movingMarkets(40, 0)
assert.ok(market)
const now = at('2027-06-01T00:00:00Z')
const quickly = createQuickly({ market: () => market, isHealthy: () => true, now: () => now })

test('the number of a head is its FNV-1a', () => {
  // The vectors of its authors for "", "a" and "foobar".
  const vectors = { '': 0x811c9dc5, a: 0xe40c292c, foobar: 0xbf9cf968 }
  for (const [text, number] of Object.entries(vectors)) {
    assert.equal(headNumber(Buffer.from(text)) >>> 0, number)
  }
})

test('two heads that have the same number are answered each with its own, however often they are asked', () => {
  const [one, other] = collision()
  const { quick, socket, written, last } = quickly
  for (let times = 0; times < 4; times++) {
    for (const { head, offset } of [one, other]) {
      assert.ok(quick.answer(head, socket))
      const [response] = written()
      assert.ok(response)
      assert.equal(last()?.told.target, targetFor(offset))
      const withoutDate = response.toString().replace(/date: .*\r\n/i, '')
      const itself = createQuickly({ market: () => market, isHealthy: () => true, now: () => now })
      assert.ok(itself.quick.answer(learned(itself, targetFor(offset)), itself.socket))
      const [expected] = itself.written()
      assert.equal(withoutDate, expected?.toString().replace(/date: .*\r\n/i, ''))
    }
  }
})

type Asked = { readonly head: Buffer; readonly offset: number }

/** The first two of many heads, all of the same length, that have the same number: among 32 bits they are met after some ten thousand. */
function collision(): readonly [Asked, Asked] {
  const seen = new Map<number, Asked>()
  for (let offset = 1_000_000; offset < 2_000_000; offset++) {
    const asked = { head: learned(quickly, targetFor(offset)), offset }
    const number = headNumber(asked.head)
    const before = seen.get(number)
    if (before !== undefined) return [before, asked]
    seen.set(number, asked)
  }
  throw new Error('A million numbers of 32 bits, and no two the same: it is no hash.')
}

function targetFor(offset: number): string {
  return `/rates/changes?limit=3&offset=${offset}`
}
