import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { books } from '../../../test/oracle/books.ts'
import {
  oneTerms,
  page,
  someInstitution,
  someMove,
  someTerms,
  someType,
} from '../../../test/oracle/parameters.ts'
import { foundChanges, foundHistory } from '../../../test/support/found-rows.ts'
import { runs } from '../../../test/support/generators.ts'
import { movingMarkets } from '../../../test/support/moving-markets.ts'
import { slowChangesText, slowHistoryText } from '../../../test/support/record-rows.ts'
import type { Market } from '../../market/market.ts'
import type { FoundRows } from '../../query/page.ts'
import type { Body } from '../message/body.ts'
import { bytesOf } from '../message/payload.ts'
import { representNow } from '../message/represent.ts'
import { changePages, historyPages } from './record-pages.ts'

/** A body's text, checked against its forms: what gzip decompresses to, and the bytes that it says it has at least. */
function textOf(body: Body): string {
  const bytes = bytesOf(body.payload())
  for (const [encoding, decompress] of [
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const) {
    const form = representNow(body, encoding)
    if (form !== undefined) assert.ok(decompress(bytesOf(form.payload)).equals(bytes))
  }
  assert.ok(body.least <= bytes.length)
  return bytes.toString()
}

const changesIn = (market: Market, found: FoundRows): Body =>
  changePages(market.records.ledger)(market)(found)
const historyIn = (market: Market, found: FoundRows): Body =>
  historyPages(market.records.ledger)(found)

test('a page of any book is the text of its records', () => {
  fc.assert(
    fc.property(
      books,
      fc.record({ institutionId: someInstitution, type: someType, direction: someMove, ...page }),
      fc.oneof(fc.record({ ...someTerms, ...page }), fc.record({ ...oneTerms, ...page })),
      ({ market }, ofChanges, ofHistory) => {
        const found = foundChanges(market, ofChanges)
        assert.equal(textOf(changesIn(market, found)), slowChangesText(market, found))
        for (const id of market.institutions.keys()) {
          const history = foundHistory(market, id, ofHistory)
          assert.ok(history)
          assert.equal(textOf(historyIn(market, history)), slowHistoryText(history))
        }
      },
    ),
    runs(150),
  )
})

const [older, , newer] = movingMarkets(40, 2)
assert.ok(older && newer)

/** Every page of so many rows in a list, and its body. */
function* pagesIn(market: Market, pages: (found: FoundRows) => Body, length: number) {
  for (let limit = 1; limit <= 40; limit++) {
    for (let offset = 0; offset < length; offset++) {
      const found = foundHistory(market, 'beta', { limit, offset })
      assert.ok(found)
      yield { found, body: pages(found) }
    }
  }
}

test('every page of a list, wherever it begins and ends, is the text of its records', () => {
  const pages = historyPages(older.records.ledger)
  let count = 0
  for (const { found, body } of pagesIn(older, pages, 50)) {
    assert.equal(textOf(body), slowHistoryText(found), `${found.start} to ${found.end}`)
    count++
  }
  assert.equal(count, 2_000)
})

test('pages that differ have different names, those that are the same have the same, of two servers too', () => {
  const names = new Map<string, string>()
  const [pages, others] = [historyPages(older.records.ledger), historyPages(older.records.ledger)]
  for (const { found, body } of pagesIn(older, pages, 50)) {
    const name = body.digest()
    assert.equal(others(found).digest(), name)
    assert.equal(names.get(name) ?? textOf(body), textOf(body), 'one name, one body')
    names.set(name, textOf(body))
  }
  assert.equal(new Set(names.values()).size, names.size, 'one body, one name')
})

test('after more is published, an old page has moved on by what is new, and is as it was', () => {
  const pages = historyPages(older.records.ledger)
  const bodyAt = (market: Market, offset: number): Body => {
    const found = foundHistory(market, 'beta', { limit: 60, offset })
    assert.ok(found)
    const body = pages(found)
    assert.equal(textOf(body), slowHistoryText(found))
    return body
  }
  const more = 6
  for (let offset = 0; offset < 30; offset++) {
    const before = bodyAt(older, offset)
    const then = bodyAt(newer, offset + more)
    assert.equal(textOf(then), textOf(before))
    assert.equal(then.digest(), before.digest())
    assert.notEqual(bodyAt(newer, offset).digest(), before.digest())
  }
})
