import { dayNumber, dayNumbered, longestGapDays, type Day } from '../../../domain/day.ts'
import { withPlaces, type Decimal } from '../../../domain/decimal.ts'
import { timeOf } from '../../../domain/entry.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { InstitutionType } from '../../../domain/institution.ts'
import { countWhile } from '../../../domain/text.ts'
import { retractedIn } from '../../market/believed-sheets.ts'
import type { InstitutionBook, Market } from '../../market/market.ts'
import type { TermsAndType } from '../current-offers.ts'
import { leastPlaces, type Figures } from './rising-rates.ts'
import {
  countedOffering,
  requestedTypes,
  stateIntervals,
  summaryTimeline,
  todayOf,
  type Timeline,
  type TimelineInterval,
  type TimelineRange,
} from './summary-history.ts'
import { canonicalTerms, type SummaryGroup } from './summary.ts'

/** Consecutive days on which the figures of a group are the same, and pages of it were read all the time or never. */
export type ReadPeriod = SummaryGroup & {
  readonly firstDay: Day
  readonly lastDay: Day
  readonly wasRead: boolean
  /** The last day up to the end of the period on which a counted institution was read. */
  readonly lastReadDay: Day | undefined
}

/** Days with the same figures; numbered as in `summary-history.ts`. */
type Period = { readonly from: number; readonly until: number; readonly figures: Figures }

/** The periods, split where more than 31 days without a reading of a counted institution begin and end: by first day, then type. Each is made when it is read. */
export function readPeriods(
  market: Market,
  filter: TermsAndType,
  range: TimelineRange,
  now: Instant,
): IteratorObject<ReadPeriod> {
  const terms = canonicalTerms(filter)
  const timeline = summaryTimeline(market, terms, range, now)
  const intervals = [...timeline.intervals]
  const days = readDays(market, timeline, now)
  return requestedTypes(filter)
    .flatMap((type) =>
      periodsOf(intervals, type)
        .flatMap((period) => splitPeriod(period, days[type]))
        .map((period) => ({ type, ...period })),
    )
    .toSorted((a, b) => a.from - b.from)
    .values()
    .map(({ type, figures, from, until, wasRead }) => {
      const { read } = days[type]
      const last = read[countWhile(read, (day) => day < until) - 1]
      return {
        type,
        terms,
        figures,
        firstDay: dayNumbered(from),
        lastDay: dayNumbered(until - 1),
        wasRead,
        lastReadDay: last === undefined ? undefined : dayNumbered(last),
      }
    })
}

/** The periods of a type by first day. */
function periodsOf(
  intervals: readonly TimelineInterval[],
  type: InstitutionType,
): readonly Period[] {
  const periods: Period[] = []
  for (const { from, until, figures: all } of intervals) {
    const figures = all[type]
    if (figures === undefined) continue
    const last = periods.at(-1)
    if (last?.until === from && isSame(last.figures, figures))
      periods[periods.length - 1] = { ...last, until }
    else periods.push({ from, until, figures })
  }
  return periods
}

function splitPeriod(period: Period, { unread }: ReadDays) {
  const { from, until } = period
  const ends = unread.flatMap((gap) => [gap.from, gap.until])
  const starts = [from, ...ends.filter((day) => day > from && day < until)]
  return starts.map((start, index) => ({
    ...period,
    from: start,
    until: starts[index + 1] ?? until,
    wasRead: !unread.some((gap) => gap.from <= start && start < gap.until),
  }))
}

/** Compares figures as they are printed, with `leastPlaces` digits or more: 9.5 and 9.50 are the same. */
function isSame(a: Figures, b: Figures): boolean {
  return a.count === b.count && rateNames.every((name) => printed(a[name]) === printed(b[name]))
}

const rateNames = ['least', 'median', 'most', 'average'] as const

function printed(rate: Decimal): string {
  return withPlaces(rate, leastPlaces)
}

/** The days on which an institution that counts was read, in rising order, and those that lie in more than 31 days without one. */
type ReadDays = {
  readonly read: readonly number[]
  /** Days on which nobody knows whether a rate stood. */
  readonly unread: readonly { readonly from: number; readonly until: number }[]
}

/** For each type, when it was read. */
export function readDays(
  market: Market,
  timeline: Pick<Timeline, 'changes' | 'constantPanels'>,
  now: Instant,
): Readonly<Record<InstitutionType, ReadDays>> {
  const tomorrow = todayOf(market, now) + 1
  const days = readingDays(market, timeline)
  return { bank: withGaps(days.bank, tomorrow), nbfi: withGaps(days.nbfi, tomorrow) }
}

function withGaps(unsorted: ReadonlySet<number>, tomorrow: number): ReadDays {
  const read = [...unsorted].toSorted((a, b) => a - b)
  const unread = read.flatMap((day, index) => {
    const next = read[index + 1] ?? tomorrow
    return next - day > longestGapDays ? [{ from: day + 1, until: next }] : []
  })
  return { read, unread }
}

/**
 * The days on which an institution was read that counts: an active one of the type with an offer on the day on which the
 * reading was entered, or on the day before, because a sheet that withdraws the last offer is a reading of it.
 */
function readingDays(
  market: Market,
  { changes: allChanges, constantPanels }: Pick<Timeline, 'changes' | 'constantPanels'>,
): Readonly<Record<InstitutionType, ReadonlySet<number>>> {
  const days = { bank: new Set<number>(), nbfi: new Set<number>() }
  for (const [id, changes] of Map.groupBy(allChanges, (change) => change.id)) {
    const readings = readingsOf(market.institutions.get(id)?.entries ?? [])
    for (const { from, until, states } of stateIntervals(changes, -Infinity, Infinity)) {
      const offering = countedOffering(id, states, constantPanels)
      if (offering === undefined) continue
      const first = countWhile(readings, ({ enteredOn }) => enteredOn < from)
      const end = countWhile(readings, ({ enteredOn }) => enteredOn <= until)
      for (const { readOn } of readings.slice(first, end)) days[offering.type].add(readOn)
    }
  }
  return days
}

/** The days on which a reading was entered and made. A page may be read some days before its sheet is published. */
type Reading = { readonly enteredOn: number; readonly readOn: number }

/** The rate sheets and verifications of an institution. Retracted sheets, and what was verified while they were the last, do not count. */
function readingsOf(entries: InstitutionBook['entries']): readonly Reading[] {
  const retracted = retractedIn(entries)
  /** The sheets that were not retracted yet, the last one at the end. */
  const sheets: number[] = []
  return entries.flatMap((entry) => {
    const { position, at } = entry
    const enteredOn = dayNumber(at)
    if (entry.kind === 'sheet-published') {
      sheets.push(position)
      if (retracted.has(position)) return []
      return [{ enteredOn, readOn: dayNumber(entry.sheet.scrapedAt) }]
    }
    if (entry.kind === 'rate-corrected' && entry.correction.isRetraction)
      sheets.splice(sheets.indexOf(entry.correction.of), 1)
    const isVerified = entry.kind === 'rates-verified' && !retracted.has(sheets.at(-1) ?? 0)
    return isVerified ? [{ enteredOn, readOn: dayNumber(timeOf(entry)) }] : []
  })
}
