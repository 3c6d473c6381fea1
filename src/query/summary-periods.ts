import { dayNumbered, type Day } from '../domain/day.ts'
import { withPlaces, type Decimal } from '../domain/decimal.ts'
import type { Instant } from '../domain/instant.ts'
import type { Market } from '../market/market.ts'
import { leastPlaces, type Figures } from './figures.ts'
import { requestedTypes } from './summary-history.ts'
import type { TermsAndType } from './standing-offers.ts'
import { summaryTimeline, type TimelineRange } from './summary-timeline.ts'
import { canonicalTerms, type SummaryGroup } from './summary.ts'

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

/** Compares figures as they are printed, with `leastPlaces` digits or more: 9.5 and 9.50 are the same. */
function isSame(a: Figures, b: Figures): boolean {
  return a.count === b.count && rateNames.every((name) => printed(a[name]) === printed(b[name]))
}

const rateNames = ['least', 'median', 'most', 'average'] as const

function printed(rate: Decimal): string {
  return withPlaces(rate, leastPlaces)
}
