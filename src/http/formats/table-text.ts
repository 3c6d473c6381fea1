/** A row of a list as it is in JSON. */
export type TableRow = Readonly<Record<string, string | number | boolean | null>>

/** Rows as CSV (RFC 4180) with the names of the columns first, in the specification's order. */
export function csvText(columns: readonly string[], rows: readonly TableRow[]): string {
  const lines = rows.map((row) => columns.map((column) => cell(row[column] ?? '')).join(','))
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`
}

/** Rows as JSON, one a line. */
export function ndjsonText(rows: readonly TableRow[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

/** What a spreadsheet would take for a formula has an apostrophe before it, as spreadsheets themselves write it (OWASP, «CSV Injection»). */
function cell(value: string | number | boolean): string {
  const text = String(value)
  const harmless = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
