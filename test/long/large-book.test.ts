import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayLength } from '../../src/domain/instant.ts'
import { at } from '../support/sample-market.ts'
import { largeBook, largeNow } from '../page/large-book.ts'
import { longName } from '../page/large-names.ts'

test('the large book has 300 publishing institutions, twelve of them stale, and is the same each time', (t) => {
  const started = performance.now()
  const market = largeBook().market()
  t.diagnostic(`${Math.round(performance.now() - started)} ms, ${market.entries.length} entries`)
  const books = [...market.institutions.values()]
  assert.equal(books.length, 300)
  assert.equal(books.filter(({ institution }) => institution.type === 'bank').length, 100)
  assert.equal(books.filter(({ institution }) => institution.creditRating !== null).length, 150)
  assert.equal(new Set(books.map(({ institution }) => institution.licenseType)).size, 3)
  assert.ok(books.some(({ institution }) => institution.name === longName))
  const daysAgo = books.map(({ checkedAt = 0 }) => (at(largeNow) - checkedAt) / dayLength)
  assert.equal(daysAgo.filter((days) => days < 1).length, 288)
  assert.equal(daysAgo.filter((days) => days === 100).length, 12)
  assert.ok(
    books.every(({ standing, published }) => standing.size >= 16 && published.records.length >= 32),
  )
  assert.deepEqual(largeBook().market().entries, market.entries)
})
