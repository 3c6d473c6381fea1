import { createRequire } from 'node:module'
import { parseWhole } from '../domain/decimal.ts'
import type { Refuse } from './problem.ts'

/** The columns that say the same on every line, and those of one offer. */
const sheetColumns = [
  'institution_id',
  'source_url',
  'scraped_at',
  'currency',
  'complete',
  'covers',
]
const offerColumns = [
  'product_variant',
  'tenure_months',
  'tenure_days',
  'payout_type',
  'rate_pa',
  'aer',
  'min_deposit',
  'product',
]
const requiredColumns = [
  'institution_id',
  'source_url',
  'scraped_at',
  'currency',
  'product_variant',
  'payout_type',
  'rate_pa',
]

/**
 * A rate sheet in CSV as the value that the same sheet has in JSON; `undefined` if it has no such columns. One line an offer,
 * comma-separated, the sheet's own columns the same on every line; an empty cell is a key left out.
 */
export function readCsv(source: string, refuse: Refuse): unknown {
  const carriageReturn = source.indexOf('\r')
  if (carriageReturn !== -1) {
    const line = source.slice(0, carriageReturn).split('\n').length
    const message = 'The line ends in a carriage return (CRLF); save the file with LF line ends.'
    return refuse('carriage-return', `line ${line}`, message)
  }
  const rows = readRows(source, refuse)
  const [columns, ...lines] = rows ?? []
  if (columns === undefined || !checkColumns(columns, refuse)) return undefined
  if (lines.length === 0) {
    const message =
      'No line stands below the names of the columns; a sheet lists at least one offer.'
    return refuse('no-offers', 'line 2', message)
  }
  const offers = lines.map((cells, index) => readLine(columns, cells, `line ${index + 2}`, refuse))
  return { ...sheetOf(columns, lines, refuse), offers }
}

const require = createRequire(import.meta.url)

function readRows(source: string, refuse: Refuse): string[][] | undefined {
  // Read for the first sheet in CSV: most are JSON, and it takes 4 ms.
  const { parse } = require('csv-parse/sync') as typeof import('csv-parse/sync')
  try {
    // Empty lines at the end are how some editors end a file.
    return parse(source.replace(/(?<!\n)\n+$/, '\n'), { relax_column_count: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return refuse('not-csv', '', `The file is neither JSON nor CSV: ${reason.replace(/\.$/, '')}.`)
  }
}

function checkColumns(columns: readonly string[], refuse: Refuse): boolean {
  const missing = requiredColumns.filter((column) => !columns.includes(column))
  if (missing.length === requiredColumns.length) {
    refuse(
      'not-json',
      '',
      'The file is neither a JSON object nor a CSV whose first line names the columns of a rate sheet, separated by commas.',
    )
    return false
  }
  for (const column of missing)
    refuse('missing-column', 'line 1', `The column ${column} is missing.`)
  const unknown = columns.filter((column) => ![...sheetColumns, ...offerColumns].includes(column))
  for (const column of unknown) {
    refuse('unknown-key', 'line 1', `The column ${JSON.stringify(column)} is not known.`)
  }
  const twice = columns.filter((column, index) => columns.indexOf(column) !== index)
  for (const column of twice)
    refuse('duplicate-key', 'line 1', `The column ${column} stands twice.`)
  return missing.length + unknown.length + twice.length === 0
}

function readLine(
  columns: readonly string[],
  cells: readonly string[],
  place: string,
  refuse: Refuse,
): Record<string, unknown> {
  if (cells.length !== columns.length) {
    refuse('not-csv', place, `The line has ${cells.length} of ${columns.length} cells.`)
  }
  const offer: Record<string, unknown> = {}
  for (const [index, cell] of cells.entries()) {
    const column = columns[index]
    if (column === undefined || cell === '') continue
    if (/^[=+\-@]/.test(cell)) {
      refuse(
        'formula',
        `${place}, ${column}`,
        `The cell ${JSON.stringify(cell.slice(0, 40))} begins like a spreadsheet formula; write the value itself.`,
      )
    }
    if (offerColumns.includes(column)) {
      offer[column] = column === 'tenure_days' ? (parseWhole(cell) ?? cell) : cell
    }
  }
  return offer
}

function sheetOf(
  columns: readonly string[],
  lines: readonly string[][],
  refuse: Refuse,
): Record<string, unknown> {
  const sheet: Record<string, unknown> = {}
  for (const column of sheetColumns) {
    const index = columns.indexOf(column)
    const value = lines[0]?.[index]
    const other = lines.findIndex((cells) => cells[index] !== value)
    if (index !== -1 && other !== -1) {
      refuse(
        'differs-between-rows',
        `line ${other + 2}, ${column}`,
        'The cell differs from that of line 2; one file is one sheet.',
      )
    }
    if (value === undefined || value === '') continue
    if (column === 'complete')
      sheet[column] = value === 'true' ? true : value === 'false' ? false : value
    else sheet[column] = column === 'covers' ? value.split(' ') : value
  }
  return sheet
}
