import { scanJson } from '../../../domain/json.ts'
import type { PageBytes } from '../reading.ts'
import { orFailure, refuse } from '../refusal.ts'
import type { SourcePage } from '../source/page-schema.ts'
import type { PageContent, ReadFailure } from '../table.ts'
import { decodePage } from '../decode-page.ts'
import { embeddedContent } from './embedded-json.ts'
import { htmlContent } from './html-content.ts'

/** Reads the tables and the visible texts of an HTML page. */
export function readHtml(
  { body, charset }: Pick<PageBytes, 'body' | 'charset'>,
  page: SourcePage,
): PageContent | ReadFailure {
  return orFailure(() => {
    const html = decodePage(body, charset)
    if (/^\s*[[{"]/.test(html) && scanJson(html).fault === undefined)
      refuse(
        'The page is JSON, not HTML: write `format: json`. If a string of it holds the HTML, end its `path` with `<>`.',
      )
    const { document, ...content } = htmlContent(html, page, '')
    if (page.embedded === undefined) return content
    const embedded = embeddedContent(html, document, page, page.embedded)
    return {
      tables: embedded.tables,
      texts: [...content.texts, ...embedded.texts],
      hiddenRows: embedded.hiddenRows,
    }
  })
}
