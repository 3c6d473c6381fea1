import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publish } from '../../../src/book/publish/publish.ts'
import { readSheet } from '../../../src/book/publish/input/read-sheet.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { temporaryDirectory } from '../store/sqlite-books.ts'
import { instantAt } from '../../support/instant-source.ts'
import { bytesOf, makeSmallBook, offerOf, sheetOf, byDefault } from '../../support/small-book.ts'

test('decision 007: publishing the last or an older sheet again changes nothing; of two sheets with one scraped_at each is published', async (t) => {
  const book = await makeSmallBook(temporaryDirectory(t))
  const store = await openSqliteStore(book, { mode: 'write' })
  t.after(() => store.close())
  const outcome = async (fields: Record<string, unknown>) => {
    const reading = readSheet(bytesOf(sheetOf(fields)))
    const verdict = await publish(store, reading, instantAt('2026-06-20T00:00:00Z'), byDefault, {
      reason: 'a test',
    })
    if (verdict.kind !== 'unchanged') return verdict.kind
    return `${verdict.isOther === true ? 'all stands already' : 'unchanged'} at ${verdict.position}`
  }
  const higher = { offers: [offerOf({ rate_pa: '9.00' })] }
  assert.equal(await outcome({}), 'published')
  assert.equal(await outcome({}), 'unchanged at 4')
  // Another sheet of the same reading, which withdraws and changes nothing.
  assert.equal(await outcome({ complete: false }), 'all stands already at 4')
  assert.equal(await outcome({ complete: false, source_url: 'https://a.example/' }), 'published')
  assert.equal(await outcome({ offers: [offerOf({ min_deposit: '0' })] }), 'published')
  assert.equal(await outcome(higher), 'published')
  assert.equal(await outcome({}), 'published', 'the other sheet of that time stands')
  assert.equal(await outcome({ scraped_at: '2026-06-03T00:00:00Z' }), 'published')
  assert.equal(await outcome({}), 'unchanged at 8', 'older than the last, and in the book')
  assert.equal(await outcome({ offers: [offerOf({ rate_pa: '7.77' })] }), 'refused')
})
