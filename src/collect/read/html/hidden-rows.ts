import type { SourcePage } from '../source/page-schema.ts'
import {
  hasClass,
  hidingOfPage,
  isNeverShown,
  type HtmlElement,
  type HtmlNode,
} from './elements.ts'
import { childrenOf } from './walk-page.ts'

type Row = { isSeen: boolean; hidesNumber: boolean }
type Frame = {
  readonly children: readonly HtmlNode[]
  next: number
  readonly isHidden: boolean
  readonly isRow: boolean
}

/** Counts the rows that have a number and that a reader of the page does not see. They may have been offers. */
export function hiddenRowsOf(document: HtmlNode, page: SourcePage): number {
  const hidingOf = hidingOfPage(document, page)
  let count = 0
  const rows: Row[] = []
  const stack: Frame[] = [
    { children: childrenOf(document), next: 0, isHidden: false, isRow: false },
  ]
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const node = frame.children[frame.next++]
    const row = rows.at(-1)
    if (node === undefined) {
      stack.pop()
      if (!frame.isRow || row === undefined) continue
      rows.pop()
      const outer = rows.at(-1)
      if (row.isSeen && outer !== undefined) outer.isSeen = true
      if (row.hidesNumber && !row.isSeen) count++
    } else if (node.nodeName === '#text' && 'value' in node) {
      if (row === undefined) continue
      if (frame.isHidden) row.hidesNumber ||= /\p{N}/u.test(node.value)
      else row.isSeen ||= /[^\s\0]/.test(node.value)
    } else if ('tagName' in node && !isNeverShown(node.tagName)) {
      const isRow = isRowOf(node, page)
      if (isRow) rows.push({ isSeen: false, hidesNumber: false })
      const hides = frame.isHidden || hidingOf(node) === 'hidden'
      stack.push({ children: childrenOf(node), next: 0, isHidden: hides, isRow })
    }
  }
  return count
}

function isRowOf(element: HtmlElement, { grids = [] }: SourcePage): boolean {
  return element.tagName === 'tr' || grids.some(({ row }) => hasClass(element, row))
}
