import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { emptyMarket, type Market } from '../../../../src/book/market/market.ts'
import type { Figures } from '../../../../src/book/query/summary/rising-rates.ts'
import {
  panels,
  spanOfDay,
  summaryHistory as queriedHistory,
  type TimelineRange,
} from '../../../../src/book/query/summary/summary-history.ts'
import { readPeriods } from '../../../../src/book/query/summary/summary-periods.ts'
import { summary, type SummaryGroup } from '../../../../src/book/query/summary/summary.ts'
import { dayAfter, dayOf as dayOfInstant, startOf, type Day } from '../../../../src/domain/day.ts'
import { withPlaces } from '../../../../src/domain/decimal.ts'
import type { Entry } from '../../../../src/domain/entry.ts'
import { after, dayLength, type Instant } from '../../../../src/domain/instant.ts'
import { institutionTypes, type InstitutionType } from '../../../../src/domain/institution.ts'
import type { Terms } from '../../../../src/domain/offer.ts'
import { follow } from '../../../support/follow.ts'
import { runs, start } from '../../../support/generators.ts'
import { books, instantIn, when } from '../books.ts'
import { oneTerms, sinceIn, someSince, someTerms, someType } from '../parameters.ts'
import {
  slowOffering,
  slowPanel,
  slowRangeHistory,
  slowSummary,
  slowSummaryHistory,
} from '../slow-answers.ts'
import { keptSheets } from '../slow-believed.ts'
import { confirms } from '../slow-past.ts'
import { byText, entriesOf } from '../slow.ts'

/** A group with its figures in one flat object, as the oracle has it. */
const flat = <T extends SummaryGroup>({ figures, ...group }: T) => ({ ...group, ...figures })

test('summary: the figures of every group, by type, then terms order', () => {
  fc.assert(
    fc.property(
      books,
      fc.record({ type: someType, ...someTerms }),
      ({ entries, market }, asked) => {
        assert.deepEqual(summary(market, asked).map(flat), slowSummary(entries, asked))
      },
    ),
    runs(300),
  )
})

type HistoryRequest = Terms & {
  readonly type?: InstitutionType | undefined
} & TimelineRange

function summaryHistory(market: Market, asked: HistoryRequest, now: Instant) {
  const snapshots = queriedHistory(market, asked, asked, now).map(flat).toArray()
  return { snapshots, span: spanOfDay(now) }
}

/** A book, and the parameters of a request for its summary history. */
const questions = fc
  .tuple(books, fc.record({ type: someType, ...oneTerms }), someSince)
  .map(([book, asked, pick]) => ({ book, asked: { ...asked, since: sinceIn(book.entries, pick) } }))

/** The same with the last day and the panel. */
const rangeQuestions = fc
  .tuple(questions, someSince, fc.constantFrom(...panels))
  .map(([{ book, asked }, pick, panel]) => ({
    book,
    asked: { ...asked, until: sinceIn(book.entries, pick), panel },
  }))

test('summary history: the figures at the end of each day, by day, then type', () => {
  fc.assert(
    fc.property(questions, when, ({ book, asked }, moment) => {
      const now = instantIn(book, moment)
      const { snapshots } = summaryHistory(book.market, asked, now)
      const expected = slowSummaryHistory(book.entries, asked, asked.since, now)
      assert.deepEqual(snapshots, expected)
    }),
    runs(200),
  )
})

test('summary history: of the requested days, and of the institutions that have an offer on all of them', () => {
  fc.assert(
    fc.property(rangeQuestions, when, ({ book, asked }, moment) => {
      const now = instantIn(book, moment)
      const { snapshots } = summaryHistory(book.market, asked, now)
      const expected = slowRangeHistory(book.entries, asked, asked, now)
      assert.deepEqual(snapshots, expected)
    }),
    runs(100),
  )
})

test('summary history: the row of today equals the summary', () => {
  fc.assert(
    fc.property(books, when, (book, moment) => {
      const now = Math.max(instantIn(book, moment), book.market.at) as Instant
      const today = dayOf(now)
      for (const group of summary(book.market, {})) {
        const { snapshots } = summaryHistory(book.market, { type: group.type, ...group.terms }, now)
        assert.deepEqual(snapshots.at(-1), { day: today, ...flat(group) })
      }
    }),
    runs(200),
  )
})

test('summary history: the row of a past day never changes', () => {
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
      // At the next midnight, the figures of today are also those of the new day.
      const [today, tomorrow] = [dayOf(now), dayOf(span.until)]
      const rows = snapshots.filter(({ day }) => day === today)
      const next = [...snapshots, ...rows.map((row) => ({ ...row, day: tomorrow }))]
      assert.deepEqual(summaryHistory(book.market, asked, span.until).snapshots, next)
    }),
    runs(150),
  )
})

test('summary periods: each is a run of consecutive days with the same printed figures', () => {
  fc.assert(
    fc.property(questions, when, ({ book, asked }, moment) => {
      const now = instantIn(book, moment)
      const periods = readPeriods(book.market, asked, asked, now).toArray()
      const expected: { firstDay: string; lastDay: string; type: string; figures: string }[] = []
      for (const { day, type, figures } of queriedHistory(book.market, asked, asked, now)) {
        const last = expected.findLast((period) => period.type === type)
        const isNext = last !== undefined && dayAfter(last.lastDay as Day) === day
        if (isNext && last.figures === printed(figures)) last.lastDay = day
        else expected.push({ firstDay: day, lastDay: day, type, figures: printed(figures) })
      }
      const found = periods.map(({ firstDay, lastDay, type, figures }) => {
        return { firstDay, lastDay, type, figures: printed(figures) }
      })
      assert.deepEqual(
        found,
        expected.toSorted((a, b) => byText(a.firstDay, b.firstDay) || byText(a.type, b.type)),
      )
    }),
    runs(150),
  )
})

/**
 * The same for terms that the book has, and with eight times as much time between the entries, so that more than 31 days pass
 * without a reading.
 */
const longQuestions = rangeQuestions.map(({ book: { entries }, asked }) => {
  const later = (at: Instant) => (start + (at - start) * 8) as Instant
  const late = entries.map((entry): Entry => {
    const at = later(entry.at)
    if (entry.kind !== 'sheet-published') return { ...entry, at }
    return { ...entry, at, sheet: { ...entry.sheet, scrapedAt: later(entry.sheet.scrapedAt) } }
  })
  const day = (some: Day | undefined) => some && dayOfInstant(later(startOf(some)))
  const book = { entries: late, market: follow(emptyMarket, late), markets: [] }
  const sheet = entries.find((entry) => entry.kind === 'sheet-published')
  const { variant, tenure, payout } = sheet?.sheet.offers[0] ?? asked
  const range = { since: day(asked.since), until: day(asked.until), panel: asked.panel }
  return { book, asked: { type: asked.type, variant, tenure, payout, ...range } }
})

test('periods: their days are those of the history, and they say whether the pages of the group were read', () => {
  fc.assert(
    fc.property(longQuestions, when, ({ book, asked }, moment) => {
      const now = instantIn(book, moment)
      const readings = {
        bank: slowReadings(book.entries, asked, 'bank', now),
        nbfi: slowReadings(book.entries, asked, 'nbfi', now),
      }
      const periods = readPeriods(book.market, asked, asked, now).toArray()
      const days = periods.flatMap((period) => {
        const { type, firstDay, lastDay, figures, wasRead, lastReadDay } = period
        assert.equal(lastReadDay, lastUpTo(readings[type], lastDay))
        const found: string[] = []
        for (let day = firstDay; day <= lastDay; day = dayAfter(day))
          found.push([day, type, printed(figures), wasRead].join(' '))
        return found
      })
      const tomorrow = dayAfter(dayOfInstant(now > last(book.entries) ? now : last(book.entries)))
      const expected = queriedHistory(book.market, asked, asked, now)
        .map(({ day, type, figures }) =>
          [day, type, printed(figures), slowWasRead(readings[type], day, tomorrow)].join(' '),
        )
        .toArray()
      assert.deepEqual(days.toSorted(byText), expected.toSorted(byText))
    }),
    runs(100),
  )
})

/** The days on which an institution was read that counts. */
function slowReadings(
  entries: readonly Entry[],
  asked: HistoryRequest,
  type: InstitutionType,
  now: Instant,
): readonly Day[] {
  const isCounted = slowPanel(entries, asked, asked, now)[type]
  const readings: Day[] = []
  for (const entry of entries) {
    const [own, on] = [entriesOf(entries, entry.institutionId), dayOfInstant(entry.at)]
    const hasOffer = [on, dayBefore(on)].some((day) =>
      slowOffering(entries, asked, type, day).includes(entry.institutionId),
    )
    if (!hasOffer || !isCounted(entry.institutionId)) continue
    const isKept = keptSheets(own).some(({ position }) => position === entry.position)
    if (entry.kind === 'rates-verified' && confirms(own, entry)) readings.push(on)
    if (entry.kind === 'sheet-published' && isKept)
      readings.push(dayOfInstant(entry.sheet.scrapedAt))
  }
  return readings
}

const lastUpTo = (readings: readonly Day[], day: Day): Day | undefined =>
  readings
    .filter((reading) => reading <= day)
    .toSorted(byText)
    .at(-1)

/** Whether at most 31 days lie between the last reading up to a day and the first one from it, which may be tomorrow's. */
function slowWasRead(readings: readonly Day[], day: Day, tomorrow: Day): boolean {
  const before = lastUpTo(readings, day)
  const after = [...readings, tomorrow].filter((reading) => reading >= day).toSorted(byText)[0]
  if (before === undefined || after === undefined) return true
  return (startOf(after) - startOf(before)) / dayLength <= 31
}

const last = (entries: readonly Entry[]) => entries.at(-1)?.at ?? start
const dayBefore = (day: Day) => dayOfInstant(after(startOf(day), -1))

/** Figures as the API prints them, with three digits after the point or more. */
const printed = ({ count, ...rates }: Figures) =>
  [count, ...Object.values(rates).map((rate) => withPlaces(rate, 3))].join(' ')

test('summary history: days without a change share one object of figures', () => {
  fc.assert(
    fc.property(questions, ({ book, asked }) => {
      const later = after(book.market.at, 10 * dayLength)
      const snapshots = queriedHistory(book.market, asked, {}, later).toArray()
      const unchanged = snapshots.filter(({ day }) => day >= dayOfInstant(book.market.at))
      for (const type of institutionTypes) {
        const [first, ...rest] = unchanged.filter((one) => one.type === type)
        for (const { figures } of rest) assert.equal(figures, first?.figures)
      }
    }),
    runs(50),
  )
})
