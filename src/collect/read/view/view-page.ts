import type { PageBytes } from '../reading.ts'
import { decodeJson } from '../decode-page.ts'
import { orFailure } from '../refusal.ts'
import type { ReadFailure, Table } from '../table.ts'
import { readXlsx } from '../xlsx/read-xlsx.ts'
import { viewHtml } from './view-html.ts'
import { viewJson } from './view-json.ts'
import { viewPdf } from './view-pdf.ts'
import { createViewWriter } from './view-writer.ts'

/** A captured page as HTML for a person to read. It runs nothing and loads nothing. */
export type PageView = { readonly view: string }

/** Shows a captured page. The text at the address is lit; an empty address lights nothing. */
export async function viewPage(page: PageBytes, address: string): Promise<PageView | ReadFailure> {
  switch (page.format) {
    case 'html':
      return orFailure(() => ({ view: viewHtml(page, address) }))
    case 'json': {
      const [, ...fragments] = address.split('#')
      return orFailure(() => ({ view: viewJson(decodeJson(page.body, page.charset), fragments) }))
    }
    case 'pdf': {
      const view = await viewPdf(page, address)
      return typeof view === 'string' ? { view } : view
    }
    case 'xlsx': {
      const content = readXlsx(page)
      return 'failure' in content ? content : { view: viewTables(content.tables, address) }
    }
    default:
      throw page.format satisfies never
  }
}

function viewTables(tables: readonly Table[], address: string): string {
  const writer = createViewWriter()
  for (const { headings, rows } of tables) {
    for (const { text } of headings.toReversed()) {
      writer.markup('<p>')
      writer.text(text)
      writer.markup('</p>')
    }
    writer.markup('<table>')
    for (const row of rows) {
      if (writer.isFull()) break
      writer.markup('<tr>')
      for (const cell of row) {
        writer.markup('<td>')
        if (cell.address === address) writer.lit(cell.text)
        else writer.text(cell.text)
        writer.markup('</td>')
      }
      writer.markup('</tr>')
    }
    writer.markup('</table>')
  }
  return writer.end()
}
