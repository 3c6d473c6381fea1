import { hasTerms, type TermsFilter } from '../domain/offer.ts'
import type { Market, Series, Timeline } from '../market/market.ts'
import type { RecordList } from './page.ts'

/** The history of an institution, withdrawals left out; `undefined` if it is not registered. */
export function rateHistory(
  { institutions }: Market,
  institutionId: string,
  filter: TermsFilter,
): RecordList | undefined {
  const book = institutions.get(institutionId)
  if (book === undefined) return undefined
  const { history, terms } = book.published
  const wanted = new Set(termsOf(book.published, filter))
  const isWhole = wanted.size === terms.size
  const records = isWhole ? history : history.filter((record) => wanted.has(record.series))
  return { records, first: 0 }
}

/** The terms of a timeline that pass a filter. */
export function termsOf({ terms }: Timeline, filter: TermsFilter): readonly Series[] {
  return [...terms.values()].filter((one) => hasTerms(one.terms, filter))
}
