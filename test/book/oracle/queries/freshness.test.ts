import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { isAhead } from '../../../../src/domain/entry.ts'
import { after, type Instant } from '../../../../src/domain/instant.ts'
import { freshness, always } from '../../../../src/book/query/freshness.ts'
import { runs } from '../../../support/generators.ts'
import { books, instantIn, when } from '../books.ts'
import { someInstitution } from '../parameters.ts'
import { slowFreshness } from '../slow-answers.ts'

test('freshness: when the rates of each institution were published, checked and confirmed, by id', () => {
  fc.assert(
    fc.property(books, someInstitution, when, (book, institutionId, moment) => {
      const now = instantIn(book, moment)
      const { records } = freshness(book.market, { institutionId }, now)
      assert.deepEqual(records, slowFreshness(book.entries, institutionId, now))
    }),
    runs(400),
  )
})

test('freshness: an answer holds exactly throughout its span', () => {
  fc.assert(
    fc.property(
      books,
      someInstitution,
      when,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (book, institutionId, moment, share) => {
        const { market, entries } = book
        const now = instantIn(book, moment)
        const { records, span } = freshness(market, { institutionId }, now)
        assert.ok(span.since <= now && now < span.until)
        const slowly = (at: number) => slowFreshness(entries, institutionId, at as Instant)
        const inside = Math.floor(span.since + share * (span.until - 1 - span.since))
        for (const at of [span.since, inside, after(span.until, -1)])
          assert.deepEqual(slowly(at), records)
        // An entry that leaves the future may change nothing.
        if (isAhead(market.at, now)) return
        if (span.until !== always.until) assert.notDeepEqual(slowly(span.until), records)
        if (!isAhead(market.at, after(span.since, -1)))
          assert.notDeepEqual(slowly(span.since - 1), records)
        assert.equal(
          span.until === always.until,
          records.length === 0,
          'time changes the answer if an institution has published',
        )
      },
    ),
    runs(400),
  )
})
