import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { books, instantIn, when } from '../../test/oracle/books.ts'
import { oneTerms, sinceIn, someSince, someType } from '../../test/oracle/parameters.ts'
import { runs } from '../../test/support/generators.ts'
import { dayOf } from '../domain/day.ts'
import { canonicalDecimal } from '../domain/decimal.ts'
import { dayLength, type Instant } from '../domain/instant.ts'
import { summaryHistory } from '../query/summary-history.ts'
import { summaryTimeline } from '../query/summary-timeline.ts'
import { figureTexts, groupTexts } from './figures.ts'
import { bytesOf } from './payload.ts'
import { daysOf, snapshotList, timelinesOf } from './snapshot-rows.ts'

test('the rows of a history are those of each day of each stretch, written one by one', () => {
  fc.assert(
    fc.property(
      books,
      fc.record(oneTerms),
      someType,
      someSince,
      when,
      (book, asked, type, pick, moment) => {
        const { market } = book
        const terms = { ...asked, tenure: canonicalDecimal(asked.tenure) }
        const since = sinceIn(book.entries, pick)
        const now = instantIn(book, moment)
        const expected: object[] = []
        const days = summaryHistory(market, summaryTimeline(market, terms), since, now).stretches
        for (const { from, until, groups } of days) {
          for (let day = from; day < until; day++) {
            for (const group of groups) {
              if (type !== undefined && group.type !== type) continue
              const snapshot_date = dayOf((day * dayLength) as Instant)
              expected.push({ snapshot_date, ...groupTexts(group), ...figureTexts(group) })
            }
          }
        }
        const timeline = timelinesOf(market)(terms)
        const { stretches } = summaryHistory(market, timeline.stretches, since, now)
        const list = snapshotList(timeline, stretches, type, daysOf())
        const bytes = bytesOf(list.payload())
        assert.equal(bytes.toString(), JSON.stringify(expected))
      },
    ),
    runs(150),
  )
})
