import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { emptyMarket } from '../../../../src/book/market/market.ts'
import { sources } from '../../../../src/book/query/sources.ts'
import { storedAfter } from '../../../../src/book/store/chain.ts'
import { isPrivateKind } from '../../../../src/domain/entry.ts'
import { bookStart, entryOf, publicEntry } from '../../../../src/domain/stored-entry.ts'
import { follow } from '../../../support/follow.ts'
import { runs } from '../../../support/generators.ts'
import { books } from '../books.ts'
import { someInstitution } from '../parameters.ts'
import { correctedRunBooks } from '../run-books.ts'
import { slowSources } from '../slow-answers.ts'

test('sources: how the last run for each institution ended, by id', () => {
  const counts = { rows: 0, held: 0 }
  fc.assert(
    fc.property(fc.oneof(books, correctedRunBooks), someInstitution, (book, institutionId) => {
      const found = sources(book.market, { institutionId }, book.market.at)
      assert.deepEqual(found, slowSources(book.entries, institutionId))
      counts.rows += found.length
      counts.held += found.filter(({ isHeld }) => isHeld).length
    }),
    runs(900, 300),
  )
  assert.ok(
    counts.rows > 50 && counts.held > 5 && counts.held < counts.rows,
    JSON.stringify(counts),
  )
})

test('sources of a mirror: the last run that was not held, and whether a sheet is held only where the mirror can know', () => {
  const counts = { known: 0, unknown: 0 }
  fc.assert(
    fc.property(correctedRunBooks, ({ entries }) => {
      const stored = storedAfter(bookStart, entries).map(publicEntry)
      const mirror = follow(emptyMarket, stored.map(entryOf))
      const rows = slowSources(
        entries.filter(({ kind }) => !isPrivateKind(kind)),
        undefined,
      )
      const expected = rows.map((row) => {
        const own = entries.filter(({ institutionId }) => institutionId === row.institution.id)
        const held = own.findLastIndex(({ kind }) => kind === 'sheet-held')
        const isUnknown =
          held !== -1 &&
          !own
            .slice(held)
            .some(
              (entry) =>
                entry.kind === 'sheet-published' ||
                entry.kind === 'rate-corrected' ||
                (entry.kind === 'rates-verified' && entry.origin !== undefined),
            )
        counts[isUnknown ? 'unknown' : 'known']++
        return { ...row, isHeld: isUnknown ? undefined : false }
      })
      assert.deepEqual(sources(mirror, {}, mirror.at), expected)
    }),
    runs(300, 100),
  )
  assert.ok(counts.known > 10 && counts.unknown > 0, JSON.stringify(counts))
})
