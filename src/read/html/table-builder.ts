import { parseWhole } from '../../domain/decimal.ts'
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
  /** Whether it holds another table, and so only lays out the page. */
  isLayout: boolean
  /** Whether it is made of elements with classes. */
  readonly isClassGrid: boolean
}

/** The part that an element plays in a table. */
export type TablePart = 'table' | 'grid' | 'group' | 'row' | 'cell' | 'caption'

/** The state of the walk when it enters a part of a table. */
type Walk = {
  readonly runs: () => number
  readonly rangeFrom: (start: number) => HeadingRange
  readonly headings: () => readonly HeadingRange[]
  readonly ids: () => HtmlTable['ids']
}

/** Collects the tables of a page while it is walked. */
export type TableBuilder = {
  readonly all: () => readonly HtmlTable[]
  readonly isOpen: () => boolean
  readonly innermost: () => HtmlTable | undefined
  /** Enters a part of a table. Returns what to do when the element ends. */
  readonly enter: (part: TablePart, element: HtmlElement, walk: Walk) => () => void
}

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

/** Collects the tables of a page, also those inside cells of others. */
export function createTableBuilder(): TableBuilder {
  const all: HtmlTable[] = []
  const open: HtmlTable[] = []
  const enterTable = (isClassGrid: boolean, element: HtmlElement, walk: Walk): (() => void) => {
    for (const outer of open.slice(-1)) outer.isLayout = true
    const table: HtmlTable = {
      offset: element.sourceCodeLocation?.startOffset ?? 0,
      groups: [],
      captions: [],
      headings: walk.headings(),
      ids: walk.ids(),
      isLayout: false,
      isClassGrid,
    }
    all.push(table)
    open.push(table)
    return () => void open.pop()
  }
  const enterCell = (table: HtmlTable, element: HtmlElement, walk: Walk): (() => void) => {
    const location = element.sourceCodeLocation
    const offset = location?.startTag?.endOffset ?? location?.endOffset ?? table.offset
    const cell: HtmlCell = { start: walk.runs(), end: walk.runs(), offset }
    const [rows, columns] = [spanOf(element, 'rowspan', 0), spanOf(element, 'colspan', 1)]
    rowOf(table).push({ cell, rows, columns })
    return () => {
      cell.end = walk.runs()
    }
  }
  return {
    all: () => all,
    isOpen: () => open.length > 0,
    innermost: () => open.at(-1),
    enter(part, element, walk) {
      const table = open.at(-1)
      const nothing = (): void => {}
      if (part === 'table' || part === 'grid') return enterTable(part === 'grid', element, walk)
      if (table === undefined) return nothing
      if (part === 'group') table.groups.push([])
      if (part === 'row') groupOf(table).push([])
      if (part === 'cell') return enterCell(table, element, walk)
      if (part !== 'caption') return nothing
      const start = walk.runs()
      return () => void table.captions.push({ ...walk.rangeFrom(start), offset: table.offset })
    },
  }
}

function groupOf({ groups }: HtmlTable): HtmlTable['groups'][number] {
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
