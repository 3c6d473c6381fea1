import type { TermsAndType } from '../../query/standing-offers.ts'
import { summaryPeriods } from '../../query/summary-periods.ts'
import type { ServerState, WireRow } from '../endpoint.ts'
import { figureRow, groupRow } from '../schema/figures.ts'
import { termsOf } from '../schema/terms.ts'

/**
 * The rows of `/summary/history`, with one row for consecutive days with the same figures, because one row a day is too much
 * for a model. Latest first, then type.
 */
export function periodRows(
  { market, now }: ServerState,
  query: Readonly<Record<string, unknown>>,
): readonly WireRow[] {
  const terms = termsOf(query) as TermsAndType
  const periods = summaryPeriods(market, terms, query, now)
  return periods.map(({ firstDay, lastDay, ...group }) => ({
    snapshot_date: firstDay,
    last_day: lastDay,
    ...groupRow(group),
    ...figureRow(group),
  }))
}
