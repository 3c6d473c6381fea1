import { escapeHtml, htmlDocument, htmlTable } from './html-parts.ts'
import { headingOf, type PracticePage } from './practice-page.ts'

/** A document that has one plain table under each heading. */
export function simpleTables(
  page: PracticePage,
  figure: (text: string) => string = escapeHtml,
  empty = '',
): string {
  const tables = page.tables.map(
    (table) => `<h2>${headingOf(page, table)}</h2>\n${htmlTable(table, { figure, empty })}`,
  )
  return htmlDocument(page.institution, tables.join('\n'))
}
