import { hasTerms, type TermsFilter } from '../../domain/offer.ts'
import type { Market } from '../market/market.ts'
import type { RateRecord } from '../market/rate-history.ts'

/** The history of an institution, oldest first, withdrawals left out; `undefined` if it is not registered. */
export function rateHistory(
  { institutions }: Market,
  institutionId: string,
  filter: TermsFilter,
): readonly RateRecord[] | undefined {
  const book = institutions.get(institutionId)
  if (book === undefined) return undefined
  const { records, terms } = book.published
  const wanted = new Set(terms.values().filter((one) => hasTerms(one, filter)))
  return wanted.size === terms.size ? records : records.filter((one) => wanted.has(one.terms))
}

/** The part of a list that a client requests: `limit` records after the first `offset`. */
export type PageRequest = { readonly limit: number; readonly offset: number }

/** A page of a list that is oldest first: newest first, of the records from index `first` up to, but not including, `until`. */
export function pageOf<R>(
  records: readonly R[],
  { limit, offset }: PageRequest,
  first = 0,
  until = records.length,
): R[] {
  const end = Math.max(first, until - offset)
  return records.slice(Math.max(first, end - limit), end).toReversed()
}
