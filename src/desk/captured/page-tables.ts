import type { Table, TableCell } from '../../read/table.ts'
import type { CellPart, PartOf } from './cell-places.ts'
import { html, type Html } from '../html.ts'
import { counted, foreign } from '../text.ts'

/** How the tables of a page are shown. */
export type GridOptions = {
  readonly partOf: PartOf
  /** Whether a reviewer can choose a cell as the place of a figure. */
  readonly isChoice?: boolean
}

const partNames: Readonly<Record<CellPart, string>> = {
  lit: 'the figure in question',
  beside: 'belongs to the figure in question',
  read: 'a figure was read here',
}

/** The tables of a page as the reader sees them. Those without a figure are folded. */
export function grids(tables: readonly Table[], options: GridOptions): Html {
  const isUsed = ({ rows }: Table) =>
    rows.some((row) => row.some((cell) => options.partOf(cell) !== undefined))
  const [used, others] = [tables.filter(isUsed), tables.filter((table) => !isUsed(table))]
  const folded = html`<details class="others" ${used.length === 0 && html` open`}>
    <summary>${counted(others.length, 'table')} of the page without a figure of the sheet</summary>
    ${others.map((table) => grid(table, options))}
  </details>`
  return html`${used.map((table) => grid(table, options))}${others.length > 0 && folded}`
}

function grid({ headings, rows }: Table, options: GridOptions): Html {
  const names = headings.toReversed().map(({ text }) => foreign(text))
  const name = names.flatMap((one, index) => (index === 0 ? [one] : [html` › `, one]))
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Table of the page">
    <table class="grid" ${options.isChoice === true && html` data-choice`}>
      <caption>
        ${names.length === 0 ? 'Without a heading' : name}
      </caption>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${joinedCells(row).map(({ cell, span }) => gridCell(cell, span, options))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

/** A cell that spans several columns stands in each of them, and is shown once. */
function joinedCells(
  row: readonly TableCell[],
): readonly { readonly cell: TableCell; readonly span: number }[] {
  const joined: { cell: TableCell; span: number }[] = []
  for (const cell of row) {
    const last = joined.at(-1)
    if (last !== undefined && last.cell.address === cell.address && cell.text !== '') last.span++
    else joined.push({ cell, span: 1 })
  }
  return joined
}

function gridCell(cell: TableCell, span: number, { partOf, isChoice = false }: GridOptions): Html {
  const part = partOf(cell)
  const attributes = html`${span > 1 && html` colspan="${span}"`}${part && html` class="${part}"`}`
  const problem = cell.problem !== undefined && html`<small>${foreign(cell.problem)}</small>`
  const note = part === 'lit' && html`<span class="visually-hidden"> (${partNames.lit})</span>`
  if (!isChoice) {
    return html`<td${attributes}${part && html` title="${partNames[part]}"`}>${foreign(cell.text)}${note}${problem}</td>`
  }
  const places = cell.lines ?? [cell]
  return html`<td${attributes}>${places.map(({ text, address }) =>
    text === ''
      ? ''
      : html`<button type="button" tabindex="-1" data-address="${address}">
          ${foreign(text)}
        </button>`,
  )}${note}${problem}</td>`
}
