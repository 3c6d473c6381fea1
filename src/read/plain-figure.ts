import type { Cell } from '../domain/origin.ts'

const figure = /^\d+([.,]\d+)?\s*%?$/

/**
 * Whether a single line of texts is a row of a table: a text after the first is a bare figure. Other lines that stand alone, such as
 * "Effective from | 1 June 2026", are headings.
 */
export function isFigureRow(cells: readonly Cell[]): boolean {
  return cells.slice(1).some(({ text }) => figure.test(text))
}
