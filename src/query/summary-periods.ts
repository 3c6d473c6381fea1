import { dayNumber, dayNumbered, startOf, type Day } from '../domain/day.ts'
import { compareText, withPlaces, type Decimal } from '../domain/decimal.ts'
import type { Instant } from '../domain/instant.ts'
import type { Market } from '../market/market.ts'
import { leastPlaces, type Figures } from './figures.ts'
import { requestedTypes } from './summary-history.ts'
import type { TermsAndType } from './standing-offers.ts'
import { summaryTimeline, type TimelineRange } from './summary-timeline.ts'
import { canonicalTerms, type SummaryGroup } from './summary.ts'
import { unreadDays } from './unread-days.ts'

/** Consecutive days on which the figures of a group are the same. */
export type SummaryPeriod = SummaryGroup & { readonly firstDay: Day; readonly lastDay: Day }

/** The summary history with one row for all days of a period: latest first, then type. */
export function summaryPeriods(
  market: Market,
  filter: TermsAndType,
  range: TimelineRange,
  now: Instant,
): SummaryPeriod[] {
  const terms = canonicalTerms(filter)
  const intervals = summaryTimeline(market, terms, range, now)
  const periods = requestedTypes(filter).flatMap((type) => {
    const ofType: { from: number; until: number; readonly figures: Figures }[] = []
    for (const { from, until, figures: all } of intervals) {
      const figures = all[type]
      if (figures === undefined) continue
      const last = ofType.at(-1)
      if (last?.until === from && isSame(last.figures, figures)) last.until = until
      else ofType.push({ from, until, figures })
    }
    return ofType.map((period) => ({ type, ...period }))
  })
  return periods
    .toSorted((a, b) => b.from - a.from)
    .map(({ type, from, until, figures }) => {
      return { firstDay: dayNumbered(from), lastDay: dayNumbered(until - 1), type, terms, figures }
    })
}

/** A period, or the part of one in which pages of the group were read or were not read. */
export type ReadPeriod = SummaryPeriod & { readonly wasRead: boolean }

/** The periods, split where more than 31 days without a reading of the group begin and end: by first day, then type. */
export function readPeriods(
  market: Market,
  filter: TermsAndType,
  range: TimelineRange,
  now: Instant,
): readonly ReadPeriod[] {
  const unread = {
    bank: unreadDays(market, filter, 'bank', now),
    nbfi: unreadDays(market, filter, 'nbfi', now),
  }
  return summaryPeriods(market, filter, range, now)
    .flatMap((period) => splitPeriod(period, unread[period.type]))
    .toSorted((a, b) => compareText(a.firstDay, b.firstDay) || compareText(a.type, b.type))
}

function splitPeriod(
  period: SummaryPeriod,
  unread: ReturnType<typeof unreadDays>,
): readonly ReadPeriod[] {
  const [from, until] = [
    dayNumber(startOf(period.firstDay)),
    dayNumber(startOf(period.lastDay)) + 1,
  ]
  const ends = unread.flatMap((gap) => [gap.from, gap.until])
  const inside = ends.filter((day) => day > from && day < until)
  const starts = [from, ...inside]
  return starts.map((start, index) => ({
    ...period,
    firstDay: dayNumbered(start),
    lastDay: dayNumbered((starts[index + 1] ?? until) - 1),
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
