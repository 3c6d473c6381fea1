import type { RateRecord } from '../market/rate-history.ts'

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
