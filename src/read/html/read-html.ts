import { parse } from 'parse5'
import type { PageBytes } from '../reading.ts'
import { orFailure, refuse } from '../refusal.ts'
import type { SourcePage } from '../source/page-schema.ts'
import type { PageContent, ReadFailure } from '../table.ts'
import { decodePage } from '../decode-page.ts'
import { embeddedContent } from './embedded-json.ts'
import { createCellMaker } from './html-cells.ts'
import { htmlTables } from './html-tables.ts'
import { walkPage } from './walk-page.ts'

/** Reads the tables and the visible texts of an HTML page. */
export function readHtml(
  { body, charset }: Pick<PageBytes, 'body' | 'charset'>,
  page: SourcePage,
): PageContent | ReadFailure {
  return orFailure(() => {
    const html = decodePage(body, charset)
    refuseTruncated(html)
    const document = parse(html, { sourceCodeLocationInfo: true })
    const walked = walkPage(document, page)
    const make = createCellMaker(html, walked)
    const visible = walked.blocks.flatMap((block) => make.ofText(block) ?? [])
    if (page.embedded === undefined) return { tables: htmlTables(walked, make), texts: visible }
    const embedded = embeddedContent(html, document, page, page.embedded)
    return { tables: embedded.tables, texts: [...visible, ...embedded.texts] }
  })
}

/**
 * Ends the read of a page that was cut off: parsers close open elements, so half a table or half a figure would look whole.
 * A document needs the end tag of `html` or `body`, a fragment that of its last table.
 */
function refuseTruncated(html: string): void {
  const isDocument = /<(?:html|body)[\s>]/i.test(html)
  const end = isDocument ? /<\/(?:html|body)\s*>/gi : /<\/table\s*>/gi
  const start = isDocument ? /<(?:html|body)[\s>]/gi : /<table[\s>]/gi
  if (lastIndexOf(html, start) <= lastIndexOf(html, end)) return
  refuse(
    `The page ends early: ${isDocument ? 'the end tag </html>' : 'the end tag </table>'} is missing.`,
    `#char=${html.length}`,
  )
}

/** The index of the last match; -1 if there is none. */
function lastIndexOf(text: string, pattern: RegExp): number {
  let last = -1
  for (const { index } of text.matchAll(pattern)) last = index
  return last
}
