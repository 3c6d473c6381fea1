import type { Table, TableCell } from '../../collect/read/table.ts'
import { parseWhole } from '../../domain/decimal.ts'
import type { Entry } from '../../domain/entry.ts'
import type { CapturedPage, OfferCells } from '../../domain/origin.ts'
import { counted } from '../../domain/text.ts'
import { foreign, html, timeOf, type Html } from '../html.ts'
import { wholeOf } from '../requests.ts'
import { pagesOf, type CapturedPages } from './captured-pages.ts'

/** The ways to look at a captured page. */
const captureTabs = ['read', 'captured'] as const
export type CaptureTab = (typeof captureTabs)[number]

const tabNames: Readonly<Record<CaptureTab, string>> = {
  read: 'As read',
  captured: 'As captured',
}

/** What is shown of the captured pages of an entry. */
export type CapturedPanel = {
  /** The position of the entry that cites the pages. */
  readonly position: number
  readonly pages: readonly CapturedPage[]
  readonly page: number
  readonly tab: CaptureTab
  /** The address of the lit cell; empty if none is lit. */
  readonly lit: string
  /** The tables; only for the tab `read`. */
  readonly tables?: Html | undefined
  /** The address of this page with another tab or page. */
  readonly addressOf: (tab: CaptureTab, page: number) => string
}

/** The captured pages: as read, as captured, and the raw bytes. */
export function capturedPanel(panel: CapturedPanel): Html {
  const { pages, page, tab, tables, addressOf, position, lit } = panel
  const shown = pages[page]
  if (shown === undefined)
    return html`<p class="quiet">A person typed this sheet, and named no captured page.</p>`
  const tabs = captureTabs.map(
    (one) =>
      html`<a
        href="${addressOf(one, page)}"
        data-in-place
        ${one === tab && html` aria-current="page"`}
        >${tabNames[one]}</a
      >`,
  )
  return html`${pages.length > 1 && pageTabs(panel)}
    <nav class="tabs" aria-label="Ways to look at the page">
      ${tabs}
      <a href="/capture/${shown.digest}/raw?entry=${position}" download>Raw bytes</a>
    </nav>
    ${
      tab === 'read'
        ? html`<div class="captured">${tables}</div>`
        : html`<iframe
            title="The page as captured"
            sandbox
            src="/capture/${shown.digest}?${query(position, lit)}#cell"
          ></iframe>`
    }
    ${provenance(shown)}`
}

function query(position: number, lit: string): string {
  return new URLSearchParams({ entry: String(position), cell: lit }).toString()
}

function pageTabs({ pages, page, tab, addressOf }: CapturedPanel): Html {
  return html`<nav class="tabs" aria-label="Captured pages">
    ${pages.map(
      (one, index) =>
        html`<a
          href="${addressOf(tab, index)}"
          data-in-place
          ${index === page && html` aria-current="page"`}
          >${foreign(one.page)}</a
        >`,
    )}
  </nav>`
}

function provenance({ url, at, digest, format, page }: CapturedPage): Html {
  return html`<dl class="provenance">
    <dt>Page</dt>
    <dd>${foreign(page)} (${format}), captured ${timeOf(at)}</dd>
    <dt>Address</dt>
    <dd>${foreign(url)}</dd>
    <dt>Capture</dt>
    <dd><code>${digest}</code></dd>
  </dl>`
}

/** Which captured page of an entry is shown, and how. */
type PanelRequest = {
  readonly entry: Entry
  /** The cells of the figure that is looked at. */
  readonly cells?: OfferCells | undefined
  /** The parameters `page` and `tab` of the address. */
  readonly query: URLSearchParams
  /** Whether a reviewer can choose a cell. */
  readonly isChoice?: boolean
  readonly addressOf: CapturedPanel['addressOf']
}

/** The panel with the captured pages of an entry. */
export async function panelOfEntry(
  captured: CapturedPages,
  { entry, cells, query, isChoice = false, addressOf }: PanelRequest,
): Promise<CapturedPanel> {
  const pages = pagesOf(entry)
  const ownPage = cells?.capture ?? 0
  const asked = wholeOf(query.get('page'))
  const page = asked !== undefined && asked in pages ? asked : ownPage
  const tab = captureTabs.find((one) => one === query.get('tab')) ?? 'read'
  const lit = page === ownPage ? (cells?.rate.address ?? '') : ''
  const panel = { position: entry.position, pages, page, tab, lit, addressOf }
  const shown = pages[page]
  if (shown === undefined || tab !== 'read') return panel
  const read = await captured.tables(shown, entry.institutionId)
  const { cells: all = [] } = ('origin' in entry && entry.origin) || {}
  const tables =
    'failure' in read
      ? html`<p class="notice">${foreign(read.failure)}</p>`
      : grids(read.tables, { partOf: partsOf(all, cells, page), isChoice })
  return { ...panel, tables }
}

/** How the tables of a page are shown. */
type GridOptions = {
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
function grids(tables: readonly Table[], options: GridOptions): Html {
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
type CellPart = 'lit' | 'beside' | 'read'

/** Finds the part of each cell of a page. */
type PartOf = (cell: TableCell) => CellPart | undefined

/** The parts of the cells of one page of a sheet; `chosen` is the figure that is looked at. */
function partsOf(all: readonly OfferCells[], chosen: OfferCells | undefined, page: number): PartOf {
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
