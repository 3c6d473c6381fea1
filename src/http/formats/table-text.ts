import type { WireRow, WireValue } from '../endpoint.ts'

/** Rows as CSV (RFC 4180). The first line names the columns. */
export function csvText(columns: readonly string[], rows: readonly WireRow[]): string {
  const lines = rows.map((row) => columns.map((column) => cell(row[column] ?? '')).join(','))
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`
}

/** Rows as NDJSON: one JSON object a line. */
export function ndjsonText(rows: readonly WireRow[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

/** A spreadsheet runs a text that looks like a formula. An apostrophe prevents that (OWASP, "CSV Injection"). */
function cell(value: WireValue): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const harmless = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
