import type { Day } from '../../domain/day.ts'
import type { Finding } from '../../domain/gate-limits.ts'
import type { Offer, Variant } from '../../domain/offer.ts'
import type { Cell, OfferCells, PageFormat } from '../../domain/origin.ts'
import type { ReadFailure } from './table.ts'

/** A captured page, ready to be read. */
export type PageBytes = {
  /** The name of the page in the source definition. */
  readonly name: string
  readonly format: PageFormat
  readonly charset?: string
  /** The day of the capture at the place of the institution: a table for a later day is not current yet. */
  readonly day: Day
  readonly body: Uint8Array
}

/** The numbers of rows or figures that are read, empty or ignored. */
export type Counts = {
  readonly total: number
  /** Those that an offer was read from, or a finding that holds the sheet. */
  readonly read: number
  /** Those with nothing but texts that `empty` lists. */
  readonly empty: number
  /** Those that a line of the source leaves out. */
  readonly ignored: number
}

/** Rows and figures that one line of the source leaves out. */
export type LeftOut = {
  /** The line, such as `rows "90 days or more"`. */
  readonly line: string
  readonly reason: string
  readonly rows: number
  readonly figures: number
  /** The first cell that it leaves out. */
  readonly first: Cell
}

/**
 * The rows of the tables that are read, and their figures: the cells under rate and AER columns and under ignored columns. Blank rows
 * do not count. `hidden`: the rows of all tables of the pages that have a number and that a reader of the pages does not see.
 */
export type Account = {
  readonly rows: Counts
  readonly figures: Counts
  readonly hidden: { readonly rows: number }
}

/** The offers that the pages of a source print, with their cells and findings. */
export type Reading = {
  /** In tier order. */
  readonly offers: readonly Offer[]
  /** The cells of each offer, in the same order. */
  readonly cells: readonly OfferCells[]
  /** The variants that the source reads. */
  readonly covers: readonly Variant[]
  readonly printedDate?: { readonly day: Day; readonly cell: Cell }
  /** Doubts that only the pages can raise: an ambiguous date, a range, fields that contradict each other. Each one holds the sheet. */
  readonly findings: readonly Finding[]
  readonly account: Account
  readonly leftOut: readonly LeftOut[]
  /** The `ignore` and `misprints` lines of the source that match nothing any more, as sentences. */
  readonly unmatched: readonly string[]
}

/** The result of reading the pages of a source. */
export type ReadResult = Reading | ReadFailure
