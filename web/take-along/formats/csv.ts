import { escapeFormula } from '../../../src/domain/text.ts'
import type { ExportColumn, ExportRow } from '../export-table.ts'

/** Excel reads a file as UTF-8 only if it begins with this mark. */
const byteOrderMark = '\uFEFF'

/** A table as CSV (RFC 4180). Decimals keep their printed digits. */
export function csvOf(columns: readonly ExportColumn[], rows: readonly ExportRow[]): string {
  const heads = columns.map(({ head }) => quoted(head))
  const lines = rows.map((row) => columns.map(({ kind }, index) => cell(row[index] ?? '', kind)))
  return `${byteOrderMark}${[heads, ...lines].map((line) => line.join(',')).join('\r\n')}\r\n`
}

function cell(value: string | number, kind: ExportColumn['kind']): string {
  const text = String(value)
  if (kind === 'text') return quoted(escapeFormula(text))
  return kind === 'instant' ? toSecond(text) : text
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** An instant as the API prints it: `2026-07-20T00:00:00Z`. */
function toSecond(instant: string): string {
  return instant.replace(/\.\d+Z$/, 'Z')
}
