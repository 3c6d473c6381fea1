import type { Records } from '../market/records.ts'
import type { Rows } from '../market/rows.ts'

/** Part of a list: `limit` records after the first `offset`. */
export type Page = { readonly limit: number; readonly offset: number }

/** A list in the records, from index `first` up to, but not at, `length`, rising; the last is the newest. */
export type RowList = Rows & { readonly records: Records; readonly first: number }

/** Part of such a list: from index `start` up to, but not at, `end`. */
export type FoundRows = Omit<Rows, 'length'> & {
  readonly records: Records
  readonly start: number
  readonly end: number
}

/** How many rows a list has. */
export function countOf({ first, length }: RowList): number {
  return length - first
}

/** A page of a list, which is read from its end. It looks at no row. */
export function pageOf({ records, cells, items, first, length }: RowList, page: Page): FoundRows {
  const end = Math.max(first, length - page.offset)
  const start = Math.max(first, end - page.limit)
  return { records, cells, items, start, end }
}
