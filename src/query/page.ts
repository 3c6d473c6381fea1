import type { Records } from '../market/records.ts'

/** Part of a list: `limit` records after the first `offset`. */
export type Page = { readonly limit: number; readonly offset: number }

/** Part of a list of rows, rising: from index `start` up to, but not at, `end`; the last is the newest. */
export type Part = {
  readonly items: Uint32Array
  readonly start: number
  readonly end: number
  /** As many rows as the whole list has. */
  readonly count: number
}

/** What is found in the records. */
export type FoundRows = Part & { readonly records: Records }

/** A page of a list that is read from its end; of what stands before index `first`, nothing. It looks at no row. */
export function pageOf(
  { items, length }: { readonly items: Uint32Array; readonly length: number },
  { limit, offset }: Page,
  first = 0,
): Part {
  const end = Math.max(first, length - offset)
  const start = Math.max(first, end - limit)
  return { items, start, end, count: length - first }
}

/** The numbers of the rows of a part, newest first. */
export function newestFirst({ items, start, end }: Part): Uint32Array {
  return items.slice(start, end).reverse()
}
