import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { refuse } from '../refusal.ts'
import type { SourcePage } from '../source/page-schema.ts'
import type { PageContent } from '../table.ts'
import {
  hasClass,
  hidingOfPage,
  isNeverShown,
  visitNodes,
  type HtmlElement,
  type HtmlNode,
} from './elements.ts'
import { htmlTables, plainCell } from './html-tables.ts'
import { walkPage } from './walk-page.ts'

/** The tables and texts of a text of HTML, and its document. The addresses begin with that of the text. */
export function htmlContent(
  html: string,
  page: SourcePage,
  address: string,
): PageContent & { readonly document: DefaultTreeAdapterTypes.Document } {
  refuseTruncated(html, address)
  const document = parse(html, { sourceCodeLocationInfo: true })
  const walked = { ...walkPage(document, page), html, document: address }
  return {
    document,
    texts: walked.blocks.flatMap((block) => plainCell(walked, block) ?? []),
    tables: htmlTables(walked),
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

/** Counts the rows that have a number and that a reader of the page does not see. They may have been offers. */
export function hiddenRowsOf(document: HtmlNode, page: SourcePage): number {
  const hidingOf = hidingOfPage(document, page)
  /** The rows around this place, outermost first. */
  const rows: { isSeen: boolean; hidesNumber: boolean }[] = []
  let count = 0
  let hiddenDepth = 0
  visitNodes(document, {
    enter(element) {
      if (isNeverShown(element.tagName)) return undefined
      const isHidden = hiddenDepth > 0 || hidingOf(element) === 'hidden'
      const isRow = isRowOf(element, page)
      if (isHidden) hiddenDepth++
      if (isRow) rows.push({ isSeen: false, hidesNumber: false })
      return { isHidden, isRow }
    },
    text({ value }) {
      const row = rows.at(-1)
      if (row === undefined) return
      if (hiddenDepth > 0) row.hidesNumber ||= /\p{N}/u.test(value)
      else row.isSeen ||= /[^\s\0]/.test(value)
    },
    leave({ isHidden, isRow }) {
      if (isHidden) hiddenDepth--
      const row = isRow ? rows.pop() : undefined
      const outer = rows.at(-1)
      if (row?.isSeen === true && outer !== undefined) outer.isSeen = true
      if (row?.hidesNumber === true && !row.isSeen) count++
    },
  })
  return count
}

function isRowOf(element: HtmlElement, { grids = [] }: SourcePage): boolean {
  return element.tagName === 'tr' || grids.some(({ row }) => hasClass(element, row))
}
