import { parseWhole } from '../../../domain/decimal.ts'
import type { ClassGrid } from '../source/page-schema.ts'
import { attributeOf, hasClass, type HtmlElement } from './elements.ts'

/** A range of the visible text runs of a page: from one index up to, but not including, another. */
export type RunRange = { readonly start: number; readonly end: number }

/** A text above a table, and where in the page it begins to count. */
export type HeadingRange = RunRange & { readonly offset: number }

/** A cell of the markup. */
export type HtmlCell = {
  start: number
  end: number
  /** The offset of its content, for the address of an empty cell. */
  readonly offset: number
  /** The tables inside it, without those of a single text. */
  readonly inner: RunRange[]
}

/** A cell of a table row before it has a place. `rows` and `columns` are its spans; 0 rows mean all that follow in its group. */
export type SpanningCell<T> = { readonly cell: T; readonly rows: number; readonly columns: number }

/** A table of the markup, before its cells are laid out. */
export type HtmlTable = {
  readonly offset: number
  /** Its row groups, each with rows of cells. */
  readonly groups: SpanningCell<HtmlCell>[][][]
  readonly captions: HeadingRange[]
  /** The headings and the texts before it. */
  readonly headings: readonly HeadingRange[]
  /** The ids of the elements around it, nearest first, for the labels of tabs. */
  readonly ids: readonly { readonly id: string; readonly offset: number }[]
  /** The cell of another table that it stands in. */
  readonly within: HtmlCell | undefined
  /** The cell that is being walked. */
  openCell: HtmlCell | undefined
  /** Whether it is made of elements with classes. */
  readonly isClassGrid: boolean
}

/** The part that an element plays in a table. */
export type TablePart = 'table' | 'grid' | 'group' | 'row' | 'cell' | 'caption'

const partsByName: ReadonlyMap<string, TablePart> = new Map([
  ['table', 'table'],
  ['thead', 'group'],
  ['tbody', 'group'],
  ['tfoot', 'group'],
  ['tr', 'row'],
  ['td', 'cell'],
  ['th', 'cell'],
  ['caption', 'caption'],
])

/** The part that an element plays in a table, by its name or by the classes that the source names. */
export function tablePart(
  element: HtmlElement,
  grids: readonly ClassGrid[],
  innermost: HtmlTable | undefined,
): TablePart | undefined {
  const byName = partsByName.get(element.tagName)
  if (byName === 'table') return 'table'
  if (byName !== undefined) return innermost?.isClassGrid === true ? undefined : byName
  for (const { table, row, cell } of grids) {
    if (innermost?.isClassGrid === true) {
      if (hasClass(element, row)) return 'row'
      if (hasClass(element, cell)) return 'cell'
    } else if (table === undefined ? hasRows(element, row) : hasClass(element, table)) return 'grid'
  }
  return undefined
}

function hasRows({ childNodes }: HtmlElement, row: string): boolean {
  return childNodes.some((child) => 'tagName' in child && hasClass(child, row))
}

/** Adds a cell to the last row of a table. `start` is the number of runs before it. */
export function addCell(table: HtmlTable, element: HtmlElement, start: number): HtmlCell {
  const location = element.sourceCodeLocation
  const offset = location?.startTag?.endOffset ?? location?.endOffset ?? table.offset
  const cell = { start, end: start, offset, inner: [] }
  table.openCell = cell
  const [rows, columns] = [spanOf(element, 'rowspan', 0), spanOf(element, 'colspan', 1)]
  rowOf(table).push({ cell, rows, columns })
  return cell
}

/** The cells of a table. One that spans several places is here once. */
export function cellsOf({ groups }: HtmlTable): readonly HtmlCell[] {
  return groups.flat(2).map(({ cell }) => cell)
}

/** Whether a table inside a cell has at most one text, such as a title. It is then a part of that cell. */
export function isPartOfCell(table: HtmlTable): boolean {
  const cells = cellsOf(table)
  const withText = cells.filter(({ start, end }) => start < end)
  return (
    table.within !== undefined &&
    withText.length <= 1 &&
    cells.every(({ inner }) => inner.length === 0)
  )
}

/** The last row group of a table. Rows may stand outside of any group. */
export function groupOf({ groups }: HtmlTable): HtmlTable['groups'][number] {
  if (groups.length === 0) groups.push([])
  return groups.at(-1) ?? []
}

function rowOf(table: HtmlTable): HtmlTable['groups'][number][number] {
  const group = groupOf(table)
  if (group.length === 0) group.push([])
  return group.at(-1) ?? []
}

/** A span as browsers read it: at least `least`, at most 1000; 1 if it is no number. */
function spanOf(element: HtmlElement, name: string, least: number): number {
  const digits = /^\s*(\d{1,9})/.exec(attributeOf(element, name) ?? '')?.[1]
  if (digits === undefined) return 1
  const span = parseWhole(digits.replace(/^0+(?=\d)/, '')) ?? 1
  return Math.min(1000, Math.max(least, span))
}
