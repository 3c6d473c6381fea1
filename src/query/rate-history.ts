import type { TermsFilter } from '../domain/offer.ts'
import { historyRows } from '../market/lists.ts'
import type { Market } from '../market/market.ts'
import { pageOf, type FoundRows, type Page } from './page.ts'

/** The history of an institution, newest first, withdrawals left out; `undefined` if it is not registered. */
export function rateHistory(
  { institutions, records }: Market,
  institutionId: string,
  filter: TermsFilter & Page,
): FoundRows | undefined {
  if (!institutions.has(institutionId)) return undefined
  return { records, ...pageOf(historyRows(records, institutionId, filter), filter) }
}
