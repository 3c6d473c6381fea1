import {
  type PracticeColumn,
  type PracticePage,
  type PracticeTable,
  headingOf,
} from './practice-page.ts'

/** Text for an HTML document. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A whole HTML document with the usual things around its content: navigation, a script and a footer. */
export function htmlDocument(institution: string, content: string, language = 'en'): string {
  const name = escapeHtml(institution)
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>Interest rates | ${name}</title>
<style>.tab { display: none } .tab.open { display: block }</style>
<script>window.siteSettings = { "menu": true, "rates": "see below" }</script>
</head>
<body>
<header><a href="/">${name}</a></header>
<nav><ul><li><a href="/savings">Save</a><li><a href="/loans">Borrow</a><li><a href="/branches">Branches</a></ul></nav>
<main>
${content}
</main>
<footer><p>Rates may change without notice. Call 0115 550 100.</p></footer>
</body>
</html>
`
}

/** The style of the figures and empty cells of an HTML table. */
export type HtmlTableStyle = {
  readonly figure?: (text: string, column: PracticeColumn) => string
  /** The content of a cell where nothing is offered. */
  readonly empty?: string
}

/** A table with one or two head rows. Equal heads of neighbours are merged, and a column with one head spans both rows. */
export function htmlTable(table: PracticeTable, style: HtmlTableStyle = {}): string {
  return `<table>\n${headRows(table)}\n${bodyRows(table, style).join('\n')}\n</table>`
}

/** The rows of a table without its head. */
function bodyRows(
  { columns, rows }: PracticeTable,
  { figure = (text) => escapeHtml(text), empty = '' }: HtmlTableStyle,
): readonly string[] {
  return rows.map(({ label, figures }) => {
    const cells = columns.map((column, index) => {
      const text = figures[index] ?? ''
      return `<td>${text === '' ? empty : figure(text, column)}</td>`
    })
    const labels = label.split('|').map((text) => `<td>${escapeHtml(text)}</td>`)
    return `<tr>${labels.join('')}${cells.join('')}</tr>`
  })
}

function headRows({ labelHeads, columns }: PracticeTable): string {
  const all = [...labelHeads.map((head) => [head]), ...columns.map(({ heads }) => heads)]
  const depth = Math.max(...all.map(({ length }) => length))
  const rows = Array.from({ length: depth }, (_, level) => {
    const cells = all.flatMap((heads, index) => {
      const text = heads[level]
      if (text === undefined) return []
      const isSame = (other: readonly string[] | undefined) =>
        level + 1 < heads.length && other?.[level] === text && other.length === heads.length
      if (isSame(all[index - 1])) return []
      let width = 1
      while (isSame(all[index + width])) width++
      const down = level + 1 === heads.length ? depth - level : 1
      const spans = `${width > 1 ? ` colspan="${width}"` : ''}${down > 1 ? ` rowspan="${down}"` : ''}`
      return [`<th${spans}>${escapeHtml(text)}</th>`]
    })
    return `<tr>${cells.join('')}</tr>`
  })
  return rows.join('\n')
}

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
