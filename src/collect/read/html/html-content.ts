import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { refuse } from '../refusal.ts'
import type { SourcePage } from '../source/page-schema.ts'
import type { PageContent } from '../table.ts'
import { createCellMaker } from './html-cells.ts'
import { hiddenRowsOf } from './hidden-rows.ts'
import { htmlTables } from './html-tables.ts'
import { walkPage } from './walk-page.ts'

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
