import type { ExportColumn, ExportRow } from '../export-table.ts'

/** Excel reads a file as UTF-8 only if it begins with this mark. */
const byteOrderMark = '\uFEFF'

/** A table as CSV (RFC 4180). Decimals keep their printed digits. */
export function csvOf(columns: readonly ExportColumn[], rows: readonly ExportRow[]): string {
  const lines = [columns.map(({ head }) => head), ...rows].map((row) => row.map(cell).join(','))
  return `${byteOrderMark}${lines.join('\r\n')}\r\n`
}

/** A spreadsheet runs a text that looks like a formula. An apostrophe prevents that (OWASP, "CSV Injection"). */
function cell(value: ExportRow[number]): string {
  const text = String(value ?? '')
  const harmless = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
