import { instantText } from '../domain/instant.ts'
import type { Sheet } from '../domain/sheet.ts'
import { escapeFormula, offerColumns, sheetColumns } from './csv-columns.ts'
import { offerFields } from './serialize.ts'

/** Sheets as one CSV (RFC 4180) that `publish` can read. Each covers all variants. */
export function writeCsv(sheets: readonly Sheet[]): string {
  const columns = [...sheetColumns.filter((column) => column !== 'covers'), ...offerColumns]
  const rows = sheets.flatMap((sheet) =>
    sheet.offers.map((offer): Readonly<Record<string, string | number | boolean | undefined>> => ({
      institution_id: sheet.institutionId,
      source_url: sheet.sourceUrl,
      scraped_at: instantText(sheet.scrapedAt),
      currency: sheet.currency,
      complete: sheet.complete,
      ...offerFields(offer),
    })),
  )
  const lines = rows.map((row) => columns.map((column) => cellOf(row[column])).join(','))
  return [columns.join(','), ...lines, ''].join('\r\n')
}

function cellOf(value: string | number | boolean | undefined): string {
  const cell = escapeFormula(String(value ?? ''))
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
