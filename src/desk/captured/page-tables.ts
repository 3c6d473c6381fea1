import type { Table, TableCell } from '../../collect/read/table.ts'
import { html, type Html } from '../html.ts'
import { counted } from '../../domain/text.ts'
import { foreign } from '../text.ts'
import { parseWhole } from '../../domain/decimal.ts'
import type { OfferCells } from '../../domain/origin.ts'

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

/** The tables of a page as the reader sees them. Those without a figure are folded, if the entry says where its figures stand. */
export function grids(tables: readonly Table[], options: GridOptions): Html {
  const isUsed = ({ rows }: Table) =>
    rows.some((row) => row.some((cell) => options.partOf(cell) !== undefined))
  const [used, others] = [tables.filter(isUsed), tables.filter((table) => !isUsed(table))]
  if (used.length === 0) return html`${tables.map((table) => grid(table, options))}`
  const folded = html`<details class="others">
    <summary>${counted(others.length, 'table')} of the page from which no figure was read</summary>
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

/** The part that a cell has in the figures of a sheet. `lit`: it holds the chosen figure; `beside`: its tenure, heading or AER. */
export type CellPart = 'lit' | 'beside' | 'read'

/** Finds the part of each cell of a page. */
export type PartOf = (cell: TableCell) => CellPart | undefined

/** The parts of the cells of one page of a sheet; `chosen` is the figure that is looked at. */
export function partsOf(
  all: readonly OfferCells[],
  chosen: OfferCells | undefined,
  page: number,
): PartOf {
  const read = all.filter(({ capture = 0 }) => capture === page)
  const own = chosen !== undefined && (chosen.capture ?? 0) === page ? chosen : undefined
  const lit = own === undefined ? [] : [own.rate.address]
  const beside = own === undefined ? [] : addressesOf(own)
  const rates = new Set(read.map(({ rate }) => rate.address))
  return (cell) => {
    if (lit.some((address) => isIn(address, cell))) return 'lit'
    if (beside.some((address) => isIn(address, cell))) return 'beside'
    const places = [cell.address, ...(cell.lines ?? []).map(({ address }) => address)]
    return places.some((address) => rates.has(address)) ? 'read' : undefined
  }
}

function addressesOf({
  tenure,
  column,
  annualEffectiveRate,
  minimumDeposit,
}: OfferCells): readonly string[] {
  return [tenure, column, annualEffectiveRate ?? [], minimumDeposit ?? []]
    .flat()
    .map(({ address }) => address)
}

/** Whether an address names a cell, one of its lines, or a part of its text. */
function isIn(address: string, cell: TableCell): boolean {
  if (address === cell.address) return true
  if (cell.lines?.some((line) => line.address === address) === true) return true
  const [inner, outer] = [rangeOf(address), rangeOf(cell.address)]
  if (inner === undefined || outer === undefined || inner.document !== outer.document) return false
  return outer.from <= inner.from && inner.to <= outer.to
}

/** A range of the characters of a text of HTML: of a page, or of a string of JSON. */
type TextRange = { readonly document: string; readonly from: number; readonly to: number }

function rangeOf(address: string): TextRange | undefined {
  const [, document = '', first = '', last = ''] =
    /^(.*)#char=(\d{1,9}),(\d{1,9})$/.exec(address) ?? []
  const [from, to] = [parseWhole(first), parseWhole(last)]
  return from === undefined || to === undefined || from === to ? undefined : { document, from, to }
}
