import { parse } from 'parse5'
import type { PageBytes } from '../reading.ts'
import { orFailure } from '../refusal.ts'
import type { SourcePage } from '../source/page-schema.ts'
import type { PageContent, ReadFailure } from '../table.ts'
import { decodePage, refuseTruncated } from './decode-page.ts'
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
