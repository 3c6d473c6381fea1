import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { openBook } from '../../../test/support/book.ts'
import { failingTexts } from '../../../test/support/failing-texts.ts'
import { foundChanges, foundHistory } from '../../../test/support/found-rows.ts'
import { movingMarkets } from '../../../test/support/moving-markets.ts'
import { slowChangesText, slowHistoryText } from '../../../test/support/record-rows.ts'
import type { FoundRows } from '../../query/page.ts'
import { bytesOf } from '../message/payload.ts'
import { createPieceFinder } from './found-pieces.ts'
import { copyPieces } from './pieces.ts'
import { changePages, historyPages } from './record-pages.ts'
import { historyTexts } from './row-texts.ts'

const [market] = movingMarkets(400, 0)
assert.ok(market)
const { ledger } = market.records

const pageOf = (limit: number, offset: number): FoundRows => {
  const found = foundHistory(market, 'beta', { limit, offset })
  assert.ok(found)
  return found
}
test('the pieces of rows are those of their list', () => {
  const texts = historyTexts(ledger)
  const find = createPieceFinder(texts)
  for (const [limit, offset] of [
    [1, 0],
    [400, 3],
    [2, 300],
    [120, 0],
  ] as const) {
    const found = pageOf(limit, offset)
    const { numbers, count, length } = find(found)
    assert.equal(count, 3 * (found.end - found.start))
    const memory = Buffer.alloc(length)
    assert.equal(copyPieces(texts.pieces, numbers, count, memory, 0), length)
    assert.equal(`[${memory.toString().slice(1)}]`, slowHistoryText(found))
  }
})

test('the pieces of the same rows are found once, and again after those of others were', () => {
  const find = createPieceFinder(historyTexts(ledger))
  const [one, other] = [pageOf(20, 0), pageOf(30, 5)]
  const first = find(one)
  const numbers = [...first.numbers.subarray(0, first.count)]
  assert.equal(find(one), first)
  assert.notDeepEqual(find(other).mark, first.mark)
  const again = find(one)
  assert.notEqual(again, first)
  assert.deepEqual([...again.numbers.subarray(0, again.count)], numbers)
  assert.deepEqual(again.mark, first.mark)
})

test('a text that cannot be made leaves nothing of its page behind', () => {
  const failing = failingTexts(historyTexts(ledger))
  const find = createPieceFinder(failing.texts)
  const [one, other] = [pageOf(20, 0), pageOf(30, 5)]
  assert.throws(() => find(one), /no text/)
  failing.fails = false
  const first = find(one)
  const numbers = [...first.numbers.subarray(0, first.count)]
  failing.fails = true
  const unknown = { ...other, start: 0, end: 40 }
  assert.throws(() => find(unknown), /no text/)
  failing.fails = false
  const again = find(one)
  assert.deepEqual([...again.numbers.subarray(0, again.count)], numbers)
})

test('the gzip form of a page of any length inflates to it, whatever came before', () => {
  const pages = historyPages(ledger)
  for (const limit of [20, 700, 3, 1_000]) {
    const body = pages(pageOf(limit, 0))
    const compressed = body.gzip?.()
    assert.ok(compressed)
    assert.ok(gunzipSync(bytesOf(compressed)).equals(bytesOf(body.payload())), String(limit))
  }
  assert.ok(pages(pageOf(700, 0)).payload().length > 65_536)
})

test('a body that was made before another one still has its own bytes, in every form', () => {
  const pages = historyPages(ledger)
  const [one, other] = [pageOf(20, 0), pageOf(30, 5)]
  const [first, second] = [pages(one), pages(other)]
  const payload = first.payload()
  const compressed = first.gzip?.()
  assert.ok(compressed)
  const [digest, gzip] = [first.digest(), bytesOf(compressed)]
  assert.equal(bytesOf(second.payload()).toString(), slowHistoryText(other))
  assert.equal(bytesOf(payload).toString(), slowHistoryText(one))
  second.digest()
  assert.equal(first.digest(), digest)
  second.digest()
  assert.ok(bytesOf(first.gzip?.() ?? payload).equals(gzip))
})

test('names as long as they may be fit in, wherever the first one stands', () => {
  const book = openBook()
  const day = (index: number): string => new Date(Date.UTC(2026, 0, index)).toISOString()
  const long = '🏦'.repeat(20_000)
  book.register(day(1), 'alpha')
  book.register(day(1), 'beta', { name: long })
  for (let index = 2; index < 40; index++) {
    const id = index < 36 ? 'alpha' : 'beta'
    book.publish(day(index), id, [`general 12 maturity ${8 + (index % 3)}`])
  }
  const after = book.market()
  const pages = changePages(after.records.ledger)(after)
  for (const filter of [
    { limit: 30, offset: 5 },
    { limit: 100, offset: 0 },
  ]) {
    const found = foundChanges(after, filter)
    assert.equal(bytesOf(pages(found).payload()).toString(), slowChangesText(after, found))
  }
})
