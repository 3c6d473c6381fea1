import { newestFirst } from '../market/log.ts'
import type { HistoryRecord, Market } from '../market/market.ts'
import { hasTerms, pageOf, type Page, type TermsFilter } from './filter.ts'

/** The history of an institution, newest first, withdrawals left out; `undefined` if it is not registered. */
export function rateHistory(
  market: Market,
  institutionId: string,
  filter: TermsFilter & Page,
): HistoryRecord[] | undefined {
  const book = market.institutions.get(institutionId)
  return book && pageOf(newestFirst(book.history), (record) => hasTerms(record, filter), filter)
}
