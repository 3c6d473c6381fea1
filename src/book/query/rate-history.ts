import { hasTerms, type TermsFilter } from '../../domain/offer.ts'
import type { Market } from '../market/market.ts'
import type { InstitutionTerms, RateHistory, RateRecord } from '../market/rate-history.ts'

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
function termsOf({ terms }: RateHistory, filter: TermsFilter): readonly InstitutionTerms[] {
  return [...terms.values()].filter((one) => hasTerms(one, filter))
}

/** The part of a list that a client requests: `limit` records after the first `offset`. */
export type PageRequest = { readonly limit: number; readonly offset: number }

/** Records, by default of the history, oldest first, from index `first` on. */
export type RecordList<R = RateRecord> = {
  readonly records: readonly R[]
  readonly first: number
}

/** How many records a list has. */
export function countOf({ records, first }: RecordList<unknown>): number {
  return records.length - first
}

/** A page of a list, newest first. */
export function pageOf<R>({ records, first }: RecordList<R>, { limit, offset }: PageRequest): R[] {
  const end = Math.max(first, records.length - offset)
  return records.slice(Math.max(first, end - limit), end).toReversed()
}
