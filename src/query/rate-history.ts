import type { TermsFilter } from '../domain/offer.ts'
import { historyRows } from '../market/histories.ts'
import type { Market } from '../market/market.ts'
import type { RowList } from './page.ts'

/** The history of an institution, withdrawals left out; `undefined` if it is not registered. */
export function rateHistory(
  { institutions, records }: Market,
  institutionId: string,
  filter: TermsFilter,
): RowList | undefined {
  if (!institutions.has(institutionId)) return undefined
  return { records, first: 0, ...historyRows(records, institutionId, filter) }
}
