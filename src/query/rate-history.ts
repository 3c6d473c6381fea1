import { hasTerms, type TermsFilter } from '../domain/offer.ts'
import type { Market } from '../market/market.ts'
import type { InstitutionTerms, RateHistory } from '../market/rate-history.ts'
import type { RecordList } from './page.ts'

/** The history of an institution, withdrawals left out; `undefined` if it is not registered. */
export function rateHistory(
  { institutions }: Market,
  institutionId: string,
  filter: TermsFilter,
): RecordList | undefined {
  const book = institutions.get(institutionId)
  if (book === undefined) return undefined
  const { records, terms } = book.published
  const wanted = new Set(termsOf(book.published, filter))
  const isWhole = wanted.size === terms.size
  return { records: isWhole ? records : records.filter((one) => wanted.has(one.terms)), first: 0 }
}

/** The terms of a rate history that pass a filter. */
export function termsOf({ terms }: RateHistory, filter: TermsFilter): readonly InstitutionTerms[] {
  return [...terms.values()].filter((one) => hasTerms(one, filter))
}
