import { parseWhole } from '../../../domain/decimal.ts'
import type { ClassGrid, SourcePage } from '../source/page-schema.ts'
import {
  attributeOf,
  hasClass,
  hidingOfPage,
  isBlockName,
  isStruckInMarkup,
  visitNodes,
  type HtmlElement,
  type HtmlNode,
} from './elements.ts'
import type { Hiding } from './hidden-style.ts'

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

/** A visible text node: its place in the page and its text. */
export type VisibleRun = {
  readonly start: number
  readonly end: number
  readonly text: string
  /** Why the text cannot be trusted, as the end of a sentence about its cell. */
  readonly problem?: string
}

/** The results of a walk over a page. */
export type WalkedPage = {
  readonly runs: readonly VisibleRun[]
  /** The blocks of text in document order. */
  readonly blocks: readonly RunRange[]
  /** The indexes of runs at which a new line begins. */
  readonly lineStarts: readonly number[]
  readonly tables: readonly HtmlTable[]
  /** The labels that refer to an id, such as those of tabs. */
  readonly labels: ReadonlyMap<string, RunRange>
}

/** The most texts before a table that may name it. */
const headingTexts = 3

/** The headings and texts in effect while a page is walked from top to bottom. */
type Outline = {
  /** The last heading of each level. A heading ends those of its level and below. */
  readonly sections: (HeadingRange | undefined)[]
  /** The last texts since the last heading or table, or since the body began. */
  texts: readonly HeadingRange[]
}

/** The state of a walk: its results so far, and where it is. */
type Walk = {
  readonly page: SourcePage
  readonly runs: VisibleRun[]
  readonly blocks: RunRange[]
  readonly lineStarts: number[]
  readonly tables: HtmlTable[]
  readonly labels: Map<string, RunRange>
  readonly outline: Outline
  /** The tables around this place, outermost first. */
  readonly open: HtmlTable[]
  /** The ids of the elements around this place, outermost first. */
  readonly ids: { readonly id: string; readonly offset: number }[]
  /** The first run of the block of text that has not ended. */
  blockStart: number
  headingDepth: number
  /** The problems of the elements around this place, outermost first. */
  readonly problems: string[]
}

/** An element that was entered. `start` is the number of runs before it. */
type Entered = {
  readonly element: HtmlElement
  readonly start: number
  readonly hasProblem: boolean
  readonly part: TablePart | undefined
  readonly cell: HtmlCell | undefined
}

const headingNames = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

/** Walks over the visible elements of a page, without recursion. */
export function walkPage(document: HtmlNode, page: SourcePage): WalkedPage {
  const walk: Walk = {
    page,
    runs: [],
    blocks: [],
    lineStarts: [],
    tables: [],
    labels: new Map(),
    outline: { sections: [], texts: [] },
    open: [],
    ids: [],
    blockStart: 0,
    headingDepth: 0,
    problems: [],
  }
  const hidingOf = hidingOfPage(document, page)
  visitNodes(document, {
    enter(element) {
      const hiding = hidingOf(element)
      return hiding === 'hidden' ? undefined : enter(walk, element, hiding)
    },
    leave: (entered) => leave(walk, entered),
    text({ value, sourceCodeLocation: location }) {
      const problem = walk.problems[0]
      if (!location || !/[^\s\0]/.test(value)) return
      const { startOffset: start, endOffset: end } = location
      walk.runs.push({ start, end, text: value, ...(problem !== undefined && { problem }) })
    },
  })
  endBlock(walk)
  return walk
}

/** Why the texts of an element cannot be trusted. */
function problemOf(element: HtmlElement, hiding: Hiding | undefined): string | undefined {
  if (isStruckInMarkup(element)) return 'is struck out'
  return hiding === 'unclear' ? 'may be hidden by its style' : undefined
}

function enter(walk: Walk, element: HtmlElement, hiding: Hiding | undefined): Entered {
  const { outline, open, ids } = walk
  if (isBlock(element)) endBlock(walk)
  if (element.tagName === 'body') outline.texts = []
  const part = tablePart(element, walk.page.grids ?? [], open.at(-1))
  const cell = part === undefined ? undefined : enterPart(walk, part, element)
  const id = attributeOf(element, 'id')
  if (id !== undefined) ids.push({ id, offset: element.sourceCodeLocation?.startOffset ?? 0 })
  if (headingNames.includes(element.tagName)) walk.headingDepth++
  const problem = problemOf(element, hiding)
  if (problem !== undefined) walk.problems.push(problem)
  return { element, start: walk.runs.length, hasProblem: problem !== undefined, part, cell }
}

function leave(walk: Walk, { element, start, hasProblem, part, cell }: Entered): void {
  const { runs, labels, outline, ids } = walk
  if (hasProblem) walk.problems.pop()
  const label = { start, end: runs.length }
  if (!isEmpty(label)) for (const id of referencedIds(element)) labels.getOrInsert(id, label)
  if (attributeOf(element, 'id') !== undefined) ids.pop()
  const level = headingNames.indexOf(element.tagName)
  if (level !== -1) {
    walk.headingDepth--
    walk.blockStart = start
    if (walk.headingDepth === 0) endBlock(walk)
    if (runs.length > start) {
      const { sections } = outline
      sections.length = Math.min(sections.length, level)
      sections[level] = rangeFrom(walk, start)
      outline.texts = []
    }
  } else if (isBlock(element)) endBlock(walk)
  if (part !== undefined) leavePart(walk, part, start, cell)
}

function isBlock({ tagName }: HtmlElement): boolean {
  return tagName === 'br' || isBlockName(tagName)
}

/** Enters a part of a table; returns its cell if it is one. */
function enterPart(walk: Walk, part: TablePart, element: HtmlElement): HtmlCell | undefined {
  const { runs, tables, open, outline, ids } = walk
  if (part === 'table' || part === 'grid') {
    endBlock(walk)
    const table: HtmlTable = {
      offset: element.sourceCodeLocation?.startOffset ?? 0,
      groups: [],
      captions: [],
      headings: [...outline.sections.filter((one) => one !== undefined), ...outline.texts],
      ids: ids.slice(-10).reverse(),
      within: open.at(-1)?.openCell,
      openCell: undefined,
      isClassGrid: part === 'grid',
    }
    tables.push(table)
    open.push(table)
    return undefined
  }
  const table = open.at(-1)
  if (table === undefined) return undefined
  if (part === 'group') table.groups.push([])
  if (part === 'row') lastOf(table.groups).push([])
  return part === 'cell' ? addCell(table, element, runs.length) : undefined
}

function leavePart(walk: Walk, part: TablePart, start: number, cell: HtmlCell | undefined): void {
  const { runs, open } = walk
  endBlock(walk)
  if (part === 'table' || part === 'grid') leaveTable(walk, start)
  const table = open.at(-1)
  if (cell !== undefined) {
    cell.end = runs.length
    if (table !== undefined) table.openCell = undefined
  }
  if (part === 'caption' && table !== undefined)
    table.captions.push({ ...rangeFrom(walk, start), offset: table.offset })
}

/** Leaves a table. One that is a part of a cell is no table of the page. */
function leaveTable({ runs, tables, open, outline }: Walk, start: number): void {
  const table = open.pop()
  if (table === undefined) return
  if (isPartOfCell(table)) {
    tables.splice(tables.lastIndexOf(table), 1)
    return
  }
  table.within?.inner.push({ start, end: runs.length })
  outline.texts = []
}

/** Ends the block of text that came before. */
function endBlock(walk: Walk): void {
  const { runs, blocks, lineStarts, outline } = walk
  if (lineStarts.at(-1) !== runs.length) lineStarts.push(runs.length)
  if (walk.headingDepth > 0) return
  const range = rangeFrom(walk, walk.blockStart)
  walk.blockStart = runs.length
  if (isEmpty(range)) return
  blocks.push(range)
  outline.texts = [...outline.texts.slice(1 - headingTexts), range]
}

function rangeFrom({ runs }: Walk, start: number): HeadingRange {
  return { start, end: runs.length, offset: runs[start]?.start ?? 0 }
}

function isEmpty({ start, end }: RunRange): boolean {
  return start >= end
}

/** The attributes by which the label of a tab names the panel that it opens. */
const references: ReadonlySet<string> = new Set([
  'href',
  'aria-controls',
  'data-target',
  'data-bs-target',
  'data-tab',
  'data-toggle-target',
  'onclick',
])

/** The ids that an element refers to: `href="#id"`, `aria-controls="id"`, `onclick="open('id')"`. */
function referencedIds({ attrs }: HtmlElement): readonly string[] {
  return attrs.flatMap(({ name, value }) => {
    if (!references.has(name) || value.length > 500) return []
    if (name === 'onclick')
      return [...value.matchAll(/['"]#?([\w-]+)['"]/g)].map(([, id = '']) => id)
    const id = /^(#?)([\w-]+)$/.exec(value)
    if (id === null || (name === 'href' && id[1] === '')) return []
    return id[2] ?? []
  })
}

/** The part that an element plays in a table. */
type TablePart = 'table' | 'grid' | 'group' | 'row' | 'cell' | 'caption'

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
function tablePart(
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
function addCell(table: HtmlTable, element: HtmlElement, start: number): HtmlCell {
  const location = element.sourceCodeLocation
  const offset = location?.startTag?.endOffset ?? location?.endOffset ?? table.offset
  const cell = { start, end: start, offset, inner: [] }
  table.openCell = cell
  const [rows, columns] = [spanOf(element, 'rowspan', 0), spanOf(element, 'colspan', 1)]
  lastOf(lastOf(table.groups)).push({ cell, rows, columns })
  return cell
}

/** The cells of a table. One that spans several places is here once. */
export function cellsOf({ groups }: HtmlTable): readonly HtmlCell[] {
  return groups.flat(2).map(({ cell }) => cell)
}

/** Whether a table inside a cell has at most one text, such as a title. It is then a part of that cell. */
function isPartOfCell(table: HtmlTable): boolean {
  const cells = cellsOf(table)
  const withText = cells.filter(({ start, end }) => start < end)
  return (
    table.within !== undefined &&
    withText.length <= 1 &&
    cells.every(({ inner }) => inner.length === 0)
  )
}

/** The last list. Rows may stand outside of any group, and cells outside of any row. */
function lastOf<T>(lists: T[][]): T[] {
  if (lists.length === 0) lists.push([])
  return lists.at(-1) ?? []
}

/** A span as browsers read it: at least `least`, at most 1000; 1 if it is no number. */
function spanOf(element: HtmlElement, name: string, least: number): number {
  const digits = /^\s*(\d{1,9})/.exec(attributeOf(element, name) ?? '')?.[1]
  if (digits === undefined) return 1
  const span = parseWhole(digits.replace(/^0+(?=\d)/, '')) ?? 1
  return Math.min(1000, Math.max(least, span))
}
