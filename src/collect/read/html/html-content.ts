import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { refuse } from '../refusal.ts'
import type { SourcePage } from '../source/page-schema.ts'
import type { PageContent } from '../table.ts'
import { createCellMaker, htmlTables } from './html-tables.ts'
import { walkPage, childrenOf } from './walk-page.ts'
import {
  hasClass,
  hidingOfPage,
  isNeverShown,
  type HtmlElement,
  type HtmlNode,
} from './elements.ts'

/** The tables and texts of a text of HTML, and its document. The addresses begin with that of the text. */
export function htmlContent(
  html: string,
  page: SourcePage,
  address: string,
): PageContent & { readonly document: DefaultTreeAdapterTypes.Document } {
  refuseTruncated(html, address)
  const document = parse(html, { sourceCodeLocationInfo: true })
  const walked = walkPage(document, page)
  const make = createCellMaker(html, walked, address)
  const texts = walked.blocks.flatMap((block) => make.ofText(block) ?? [])
  return {
    document,
    texts,
    tables: htmlTables(walked, make),
    hiddenRows: hiddenRowsOf(document, page),
  }
}

/**
 * Ends the read of a page that was cut off: parsers close open elements, so half a table or half a figure would look whole.
 * A document needs the end tag of `html` or `body`, a fragment that of its last table.
 */
function refuseTruncated(html: string, address: string): void {
  const isDocument = /<(?:html|body)[\s>]/i.test(html)
  const end = isDocument ? /<\/(?:html|body)\s*>/gi : /<\/table\s*>/gi
  const start = isDocument ? /<(?:html|body)[\s>]/gi : /<table[\s>]/gi
  if (lastIndexOf(html, start) <= lastIndexOf(html, end)) return
  refuse(
    `The page ends early: ${isDocument ? 'the end tag </html>' : 'the end tag </table>'} is missing.`,
    `${address}#char=${html.length}`,
  )
}

/** The index of the last match; -1 if there is none. */
function lastIndexOf(text: string, pattern: RegExp): number {
  let last = -1
  for (const { index } of text.matchAll(pattern)) last = index
  return last
}

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
