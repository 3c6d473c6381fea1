import type { SourcePage } from '../source/page-schema.ts'
import {
  attributeOf,
  isBlockName,
  isHiddenInMarkup,
  isSelected,
  isStruckInMarkup,
  type HtmlElement,
  type HtmlNode,
} from './elements.ts'
import {
  createTableBuilder,
  tablePart,
  type HeadingRange,
  type HtmlTable,
  type RunRange,
  type TablePart,
} from './table-builder.ts'
import { createOutline, isEmptyRange, referencedIds } from './headings.ts'

/** A visible text node: its place in the page and its text. */
export type VisibleRun = {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly isStruckOut: boolean
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

/** An element that is being walked, and what to do when it ends. */
type Frame = { readonly children: readonly HtmlNode[]; next: number; readonly leave: () => void }

const headingNames = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

const nothing = (): void => {}

/** Walks over the visible elements of a page, without recursion. */
export function walkPage(document: HtmlNode, page: SourcePage): WalkedPage {
  const { hide = [], grids = [] } = page
  const runs: VisibleRun[] = []
  const blocks: RunRange[] = []
  const lineStarts: number[] = []
  const labels = new Map<string, RunRange>()
  const outline = createOutline()
  const tables = createTableBuilder()
  const ids: { readonly id: string; readonly offset: number }[] = []
  let blockStart = 0
  let headingDepth = 0
  let struckDepth = 0
  const endBlock = (): void => {
    if (lineStarts.at(-1) !== runs.length) lineStarts.push(runs.length)
    if (headingDepth > 0) return
    const range = rangeFrom(blockStart)
    blockStart = runs.length
    if (isEmptyRange(range)) return
    blocks.push(range)
    if (!tables.isOpen()) outline.text(range)
  }
  const rangeFrom = (start: number): HeadingRange => {
    const first = runs.slice(start, start + 1)[0]
    return { start, end: runs.length, offset: first?.start ?? 0 }
  }
  const enter = (element: HtmlElement): (() => void) | undefined => {
    const { tagName: name } = element
    if (isSelected(element, hide)) return undefined
    if (isHiddenInMarkup(name, element.attrs)) return undefined
    const isBlock = name === 'br' || isBlockName(name)
    if (isBlock) endBlock()
    if (name === 'body') outline.clearTexts()
    const part = tablePart(element, grids, tables.innermost())
    const leavePart = part === undefined ? nothing : enterPart(part, element)
    const leaveId = enterId(element)
    const leaveLabel = enterLabel(element)
    const level = headingNames.indexOf(name)
    if (level !== -1) headingDepth++
    const struck = isStruckInMarkup(element) ? 1 : 0
    struckDepth += struck
    const start = runs.length
    return () => {
      struckDepth -= struck
      leaveLabel()
      leaveId()
      if (level !== -1) {
        headingDepth--
        blockStart = start
        if (headingDepth === 0) endBlock()
        if (runs.length > start) outline.heading(level, rangeFrom(start))
      } else if (isBlock) endBlock()
      leavePart()
    }
  }
  const enterPart = (part: TablePart, element: HtmlElement): (() => void) => {
    const isTable = part === 'table' || part === 'grid'
    if (isTable) endBlock()
    const leave = tables.enter(part, element, {
      runs: () => runs.length,
      rangeFrom,
      headings: outline.current,
      ids: () => ids.slice(-10).reverse(),
    })
    return () => {
      endBlock()
      leave()
      if (isTable) outline.clearTexts()
    }
  }
  const enterId = (element: HtmlElement): (() => void) => {
    const id = attributeOf(element, 'id')
    if (id === undefined) return nothing
    ids.push({ id, offset: element.sourceCodeLocation?.startOffset ?? 0 })
    return () => void ids.pop()
  }
  const enterLabel = (element: HtmlElement): (() => void) => {
    const referenced = referencedIds(element)
    if (referenced.length === 0) return nothing
    const start = runs.length
    return () => {
      const range = { start, end: runs.length }
      if (isEmptyRange(range)) return
      for (const id of referenced) if (!labels.has(id)) labels.set(id, range)
    }
  }
  const stack: Frame[] = [{ children: childrenOf(document), next: 0, leave: nothing }]
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const node = frame.children[frame.next++]
    if (node === undefined) {
      frame.leave()
      stack.pop()
    } else if (node.nodeName === '#text' && 'value' in node) {
      const location = node.sourceCodeLocation
      if (location && /[^\s\0]/.test(node.value))
        runs.push({
          start: location.startOffset,
          end: location.endOffset,
          text: node.value,
          isStruckOut: struckDepth > 0,
        })
    } else if ('tagName' in node) {
      const leave = enter(node)
      if (leave !== undefined) stack.push({ children: childrenOf(node), next: 0, leave })
    }
  }
  endBlock()
  return { runs, blocks, lineStarts, tables: tables.all(), labels }
}

function childrenOf(node: HtmlNode): readonly HtmlNode[] {
  return 'childNodes' in node ? node.childNodes : []
}
