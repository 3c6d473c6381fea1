import { dayNumbered, type Day } from '../../../domain/day.ts'
import { withPlaces, type Decimal } from '../../../domain/decimal.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Market } from '../../market/market.ts'
import { countWhile } from '../../../domain/text.ts'
import { leastPlaces, type Figures } from './rising-rates.ts'
import { canonicalTerms, type SummaryGroup } from './summary.ts'
import {
  requestedTypes,
  summaryTimeline,
  type ConstantPanels,
  type TimelineRange,
} from './summary-history.ts'
import type { TermsAndType } from '../current-offers.ts'
import type { StateChange } from './institution-states.ts'
import { readDays, type ReadDays } from './unread-days.ts'

/** Consecutive days on which the figures of a group are the same. */
type SummaryPeriod = SummaryGroup & { readonly firstDay: Day; readonly lastDay: Day }

/** The same from `from` up to, but not including, `until`, counted from 1970-01-01. */
type NumberedPeriod = SummaryGroup & { readonly from: number; readonly until: number }

/** A period, or the part of one in which pages of the group were read or were not read. */
export type ReadPeriod = SummaryPeriod & {
  readonly wasRead: boolean
  /** The last day up to the end of the period on which a counted institution was read. */
  readonly lastReadDay: Day | undefined
}

/** The periods, split where more than 31 days without a reading of a counted institution begin and end: by first day, then type. */
export function readPeriods(
  market: Market,
  filter: TermsAndType,
  range: TimelineRange,
  now: Instant,
): readonly ReadPeriod[] {
  const { periods, changes, constantPanels } = numberedPeriods(market, filter, range, now)
  const days = readDays(market, changes, constantPanels, now)
  return periods
    .flatMap((period) => splitPeriod(period, days[period.type]))
    .toSorted((a, b) => a.from - b.from)
    .map(({ type, terms, figures, from, until, wasRead }) => {
      const { read } = days[type]
      const last = read[countWhile(read, (day) => day < until) - 1]
      const firstDay = dayNumbered(from)
      // Most periods are one day, on which a page was read.
      const lastDay = until - 1 === from ? firstDay : dayNumbered(until - 1)
      const lastReadDay =
        last === undefined ? undefined : last === until - 1 ? lastDay : dayNumbered(last)
      return { type, terms, figures, firstDay, lastDay, wasRead, lastReadDay }
    })
}

/** The periods by type, then first day, and the institutions that a constant panel counts. */
function numberedPeriods(
  market: Market,
  filter: TermsAndType,
  range: TimelineRange,
  now: Instant,
): {
  readonly periods: readonly NumberedPeriod[]
  readonly changes: readonly StateChange[]
  readonly constantPanels: ConstantPanels | undefined
} {
  const terms = canonicalTerms(filter)
  const { changes, constantPanels, ...timeline } = summaryTimeline(market, terms, range, now)
  const intervals = [...timeline.intervals]
  const periods = requestedTypes(filter).flatMap((type) => {
    const ofType: { from: number; until: number; readonly figures: Figures }[] = []
    for (const { from, until, figures: all } of intervals) {
      const figures = all[type]
      if (figures === undefined) continue
      const last = ofType.at(-1)
      if (last?.until === from && isSame(last.figures, figures)) last.until = until
      else ofType.push({ from, until, figures })
    }
    return ofType.map((period) => ({ type, terms, ...period }))
  })
  return { periods, changes, constantPanels }
}

function splitPeriod(period: NumberedPeriod, { unread }: ReadDays) {
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
