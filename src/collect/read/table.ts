import type { Cell } from '../../domain/origin.ts'
import type { failureSchema, tablesSchema, ValueOf } from './reading.ts'

/** A table of a captured page as a grid. A cell that spans several places stands in each of them, with the same address. */
export type Table = ValueOf<typeof tablesSchema>['tables'][number]

/** A cell of a table. */
export type TableCell = Row[number]

/** The cells of a row from left to right. */
export type Row = Table['rows'][number]

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
export type ReadFailure = ValueOf<typeof failureSchema>

const figure = /^\d+([.,]\d+)?\s*%?$/

/**
 * Whether a single line of texts is a row of a table: a text after the first is a bare figure. Other lines that stand alone, such as
 * "Effective from | 1 June 2026", are headings.
 */
export function isFigureRow(cells: readonly Cell[]): boolean {
  return cells.slice(1).some(({ text }) => figure.test(text))
}
