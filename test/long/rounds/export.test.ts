import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { readSheets } from '../../../src/book/publish/input/read-sheet.ts'
import { writeCsv } from '../../../src/book/publish/input/serialize.ts'
import { publish } from '../../../src/book/publish/publish.ts'
import { currentSheets } from '../../../src/book/query/current-offers.ts'
import type { Store } from '../../../src/book/store/store.ts'
import type { Entry } from '../../../src/domain/entry.ts'
import { after } from '../../../src/domain/instant.ts'
import { bookReaderOf, books } from '../../book/oracle/books.ts'
import { runs } from '../../support/generators.ts'
import { byDefault } from '../../support/small-book.ts'

/** A store that finds the entries of a book, and collects what is appended. */
function collecting(entries: readonly Entry[], currency: string | undefined) {
  const appended: unknown[] = []
  const store: Pick<Store, 'append'> = {
    async append(decide) {
      appended.push(...(await decide(bookReaderOf(entries, currency))))
      return []
    },
  }
  return { store, appended }
}

test('publishing the CSV of the current offers to the same book enters nothing', async () => {
  await fc.assert(
    fc.asyncProperty(books, async ({ entries, market }) => {
      const csv = new TextEncoder().encode(writeCsv(currentSheets(market, {})))
      if (currentSheets(market, {}).length === 0) return
      const { store, appended } = collecting(entries, market.currency)
      for (const parsed of readSheets(csv)) {
        const clock = { from: 'option', read: () => after(market.at, 1) } as const
        const verdict = await publish(store, parsed, clock, byDefault)
        assert.equal(verdict.kind, 'unchanged', JSON.stringify(verdict))
      }
      assert.deepEqual(appended, [])
    }),
    runs(200),
  )
})
