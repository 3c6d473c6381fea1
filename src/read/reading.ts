import type { Cell, OfferCells, PageFormat } from '../domain/origin.ts'
import type { Day } from '../domain/day.ts'
import type { Finding } from '../domain/finding.ts'
import type { Offer, Variant } from '../domain/offer.ts'
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
  /** The `ignore` and `misprints` lines of the source that match nothing any more, as sentences. */
  readonly unmatched: readonly string[]
}

/** The result of reading the pages of a source. */
export type ReadResult = Reading | ReadFailure
