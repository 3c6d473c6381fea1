import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Day } from '../../../src/domain/day.ts'
import { canonicalDecimal, type Decimal } from '../../../src/domain/decimal.ts'
import type { InstitutionType } from '../../../src/domain/institution.ts'
import { after, dayLength, type Instant } from '../../../src/domain/instant.ts'
import type { Terms } from '../../../src/domain/offer.ts'
import { follow } from '../../../src/market/evolve.ts'
import { emptyMarket, type Market } from '../../../src/market/market.ts'
import type { Figures } from '../../../src/query/figures.ts'
import { indexSummary, type SummaryFilter, type SummaryGroup } from '../../../src/query/summary.ts'
import { summaryHistory as clipped } from '../../../src/query/summary-history.ts'
import { summaryTimeline } from '../../../src/query/summary-timeline.ts'
import { runs, start } from '../../support/generators.ts'
import { books, instantIn, when } from '../books.ts'
import { valueOf } from '../exact.ts'
import { isAskedIn, oneTerms, sinceIn, someSince, someTerms, someType } from '../parameters.ts'
import { slowSummary, slowSummaryHistory } from '../slow-answers.ts'
import { slowStandings } from '../slow.ts'

/** The lowest and highest rate by value: which of several printings of it is shown, is left open. */
const byValue = <T extends Figures>(group: T): T & { least: string; most: string } => ({
  ...group,
  least: valueOf(group.least),
  most: valueOf(group.most),
})

function summary(market: Market, filter: SummaryFilter): SummaryGroup[] {
  const { groups, numbersOf } = indexSummary(market)
  return Array.from(numbersOf(filter), (number) => groups[number] ?? assert.fail())
}

test('summary: the figures of every group, by type, then terms order', () => {
  fc.assert(
    fc.property(
      books,
      fc.record({ type: someType, ...someTerms }),
      ({ entries, market }, asked) => {
        const groups = summary(market, asked)
        assert.deepEqual(groups.map(byValue), slowSummary(entries, isAskedIn(asked)))
        const printed = new Set<Decimal>(
          slowStandings(entries).map(({ headline }) => headline.rate),
        )
        for (const { least, most } of groups) assert.ok(printed.has(least) && printed.has(most))
      },
    ),
    runs(300),
  )
})

type Asked = Terms & {
  readonly type?: InstitutionType | undefined
  readonly since?: Day | undefined
}

/** A row for each day and group, where the query gives stretches of days. */
function summaryHistory(market: Market, asked: Asked, now: Instant) {
  const { variant, tenure, payout } = asked
  const timeline = summaryTimeline(market, { variant, tenure: canonicalDecimal(tenure), payout })
  const { stretches, span } = clipped(market, timeline, asked.since, now)
  // One without a day would be a row of its own where days are put together (`http/mcp/moves.ts`).
  for (const { from, until } of stretches) assert.ok(from < until)
  const isAsked = ({ type }: SummaryGroup): boolean =>
    asked.type === undefined || type === asked.type
  const rows = stretches.flatMap(({ from, until, groups }) =>
    Array.from({ length: until - from }, (_, i) =>
      dayOf(((from + i) * dayLength) as Instant),
    ).flatMap((day) => groups.filter(isAsked).map((group) => ({ day, ...group }))),
  )
  return { snapshots: rows, span }
}

/** A book, and what is asked of its summary history. */
const questions = fc
  .tuple(books, fc.record({ type: someType, ...oneTerms }), someSince)
  .map(([book, asked, pick]) => ({ book, asked: { ...asked, since: sinceIn(book.entries, pick) } }))

test('summary history: the figures at the end of each day, by day, then type', () => {
  fc.assert(
    fc.property(questions, when, ({ book, asked }, moment) => {
      const now = instantIn(book, moment)
      const { snapshots } = summaryHistory(book.market, asked, now)
      const expected = slowSummaryHistory(book.entries, isAskedIn(asked), asked.since, now)
      assert.deepEqual(snapshots.map(byValue), expected)
    }),
    runs(200),
  )
})

test('summary history: the row of today is the summary, to the letter', () => {
  fc.assert(
    fc.property(books, when, (book, moment) => {
      const now = Math.max(instantIn(book, moment), book.market.at) as Instant
      const today = dayOf(now)
      for (const group of summary(book.market, {})) {
        const { snapshots } = summaryHistory(book.market, { type: group.type, ...group.terms }, now)
        assert.deepEqual(snapshots.at(-1), { day: today, ...group })
      }
    }),
    runs(200),
  )
})

test('summary history: a row of a day that is past never changes', () => {
  fc.assert(
    fc.property(questions, fc.nat(24), ({ book, asked }, length) => {
      const earlier = follow(emptyMarket, book.entries.slice(0, length))
      const at = Math.max(earlier.at, start) as Instant
      const then = summaryHistory(earlier, asked, at).snapshots
      const today = then.at(-1)?.day ?? ''
      const past = then.filter(({ day }) => day < today)
      const { snapshots } = summaryHistory(book.market, asked, book.market.at)
      assert.deepEqual(snapshots.slice(0, past.length), past)
    }),
    runs(150),
  )
})

const share = fc.double({ min: 0, max: 1, noNaN: true })
const dayOf = (at: Instant) => new Date(at).toISOString().slice(0, 10)

test('summary history: an answer holds throughout its span, and its span holds the instant of the answer', () => {
  fc.assert(
    fc.property(questions, when, share, ({ book, asked }, moment, within) => {
      const now = instantIn(book, moment)
      const { snapshots, span } = summaryHistory(book.market, asked, now)
      assert.ok(span.since <= now && now < span.until)
      const inside = Math.floor(span.since + within * (span.until - 1 - span.since))
      for (const instant of [span.since, inside, after(span.until, -1)]) {
        const { snapshots: again } = summaryHistory(book.market, asked, instant as Instant)
        assert.deepEqual(again, snapshots)
      }
      if (now < book.market.at) return
      // At the next midnight the figures of today become those of one more day.
      const [today, tomorrow] = [dayOf(now), dayOf(span.until)]
      const rows = snapshots.filter(({ day }) => day === today)
      const next = [...snapshots, ...rows.map((row) => ({ ...row, day: tomorrow }))]
      assert.deepEqual(summaryHistory(book.market, asked, span.until).snapshots, next)
    }),
    runs(150),
  )
})
