import type { Cell } from '../../domain/origin.ts'

/** A cell of a table. */
export type TableCell = Cell & {
  /** The lines of the cell, if it has several: each has an address of its own. */
  readonly lines?: readonly Cell[]
  /** True for a member that a JSON record does not have. Its address is that of the record. */
  readonly isMissing?: boolean
  /** True for a number of a workbook or of JSON, whose decimal mark is a point whatever the source declares. */
  readonly isNumber?: boolean
  /** The name of the column in the source definition, if it differs from the text of the heading. */
  readonly name?: string
  /** Why the text cannot be trusted, as the end of a sentence about the cell. */
  readonly problem?: string
}

/** The cells of a row from left to right. */
export type Row = readonly TableCell[]

/** A table of a captured page as a grid. A cell that spans several places stands in each of them, with the same address. */
export type Table = {
  /** The texts that name the table, nearest first: caption, headings, tab label; for JSON the keys and strings on its path. */
  readonly headings: readonly Cell[]
  /** From top to bottom. Rows may have different lengths. */
  readonly rows: readonly Row[]
  /** The address of the start of the table, for messages. */
  readonly address: string
}

/** The tables and texts in the body of a page. */
export type PageContent = {
  readonly tables: readonly Table[]
  /** Every visible text in document order, also those of tables: for `must_contain` and printed dates. */
  readonly texts: readonly Cell[]
  /** The number of rows that have a number and that a reader of the page does not see. */
  readonly hiddenRows: number
}

/** The content of several parts of a page. */
export function joinedContent(parts: readonly PageContent[]): PageContent {
  return {
    tables: parts.flatMap(({ tables }) => tables),
    texts: parts.flatMap(({ texts }) => texts),
    hiddenRows: parts.reduce((sum, part) => sum + part.hiddenRows, 0),
  }
}

/** Why a page cannot be read: a sentence, and the place in the page. */
export type ReadFailure = {
  readonly failure: string
  readonly place?: string
  /** The other problems of the same read. */
  readonly more?: readonly { readonly failure: string; readonly place?: string }[]
}

const figure = /^\d+([.,]\d+)?\s*%?$/

/**
 * Whether a single line of texts is a row of a table: a text after the first is a bare figure. Other lines that stand alone, such as
 * "Effective from | 1 June 2026", are headings.
 */
export function isFigureRow(cells: readonly Cell[]): boolean {
  return cells.slice(1).some(({ text }) => figure.test(text))
}
