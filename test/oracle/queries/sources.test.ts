import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { sources } from '../../../src/query/sources.ts'
import { runs } from '../../support/generators.ts'
import { books } from '../books.ts'
import { someInstitution } from '../parameters.ts'
import { correctedRunBooks } from '../run-books.ts'
import { slowSources } from '../slow-answers.ts'

test('sources: how the last run for each institution ended, by id', () => {
  const counts = { rows: 0, held: 0 }
  fc.assert(
    fc.property(fc.oneof(books, correctedRunBooks), someInstitution, (book, institutionId) => {
      const found = sources(book.market, { institutionId })
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
