import { startOf, type Day } from '../domain/day.ts'
import { publicationIn } from '../market/cells.ts'
import { moveRows, type MovesFilter } from '../market/lists.ts'
import type { Market } from '../market/market.ts'
import type { Records } from '../market/records.ts'
import { countBefore, rowAt, type Rows } from '../market/rows.ts'
import type { RowList } from './page.ts'

/** Which raises and cuts are asked for; types are those of today. */
export type ChangesFilter = MovesFilter & { readonly since?: Day | undefined }

/** The raises and cuts of all institutions, inactive ones too. */
export function rateChanges(market: Market, filter: ChangesFilter): RowList {
  const { records } = market
  const rows = moveRows(market, filter)
  return { records, first: firstSince(records, rows, filter.since), ...rows }
}

/** Instants never fall in the book, so those since a day are the end of the list. */
function firstSince(records: Records, rows: Rows, since: Day | undefined): number {
  if (since === undefined) return 0
  const earliest = startOf(since)
  const isBefore = (index: number): boolean =>
    records.publicationAt(publicationIn(rows, rowAt(rows, index))).at < earliest
  return countBefore(rows.length, isBefore)
}
