import { parse } from 'csv-parse/sync'
import { parseWhole } from '../domain/decimal.ts'
import type { Refuse } from './problem.ts'

/** Columns of the sheet, which have the same value on every line. */
const sheetColumns = [
  'institution_id',
  'source_url',
  'scraped_at',
  'currency',
  'complete',
  'covers',
]
/** Columns of one offer. */
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
 * Converts a CSV rate sheet to the value that its JSON form would parse to. Each line is an offer; an empty cell is an omitted
 * key. Returns `undefined` if the columns are wrong.
 */
export function readCsv(source: string, refuse: Refuse): unknown {
  const carriageReturn = source.indexOf('\r')
  if (carriageReturn !== -1) {
    const line = source.slice(0, carriageReturn).split('\n').length
    const message = 'The line ends in a carriage return (CRLF); save the file with LF line endings.'
    return refuse('carriage-return', `line ${line}`, message)
  }
  const rows = readRows(source, refuse)
  const [columns, ...lines] = rows ?? []
  if (columns === undefined || !checkColumns(columns, refuse)) return undefined
  if (lines.length === 0) {
    const message =
      'There are no lines below the column names; a sheet must list at least one offer.'
    return refuse('no-offers', 'line 2', message)
  }
  const offers = lines.map((cells, index) => readLine(columns, cells, `line ${index + 2}`, refuse))
  return { ...sheetOf(columns, lines, refuse), offers }
}

function readRows(source: string, refuse: Refuse): string[][] | undefined {
  try {
    // Some editors end a file with empty lines.
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
      'The file is neither a JSON object nor a CSV whose first line has the column names of a rate sheet, separated by commas.',
    )
    return false
  }
  for (const column of missing)
    refuse('missing-column', 'line 1', `The column ${column} is missing.`)
  const unknown = columns.filter((column) => ![...sheetColumns, ...offerColumns].includes(column))
  for (const column of unknown) {
    refuse('unknown-key', 'line 1', `The column ${JSON.stringify(column)} is unknown.`)
  }
  const duplicates = columns.filter((column, index) => columns.indexOf(column) !== index)
  for (const column of duplicates)
    refuse('duplicate-key', 'line 1', `The column ${column} occurs twice.`)
  return missing.length + unknown.length + duplicates.length === 0
}

function readLine(
  columns: readonly string[],
  cells: readonly string[],
  location: string,
  refuse: Refuse,
): Record<string, unknown> {
  if (cells.length !== columns.length) {
    refuse(
      'not-csv',
      location,
      `The line has ${cells.length} cells; there are ${columns.length} columns.`,
    )
  }
  const offer: Record<string, unknown> = {}
  for (const [index, cell] of cells.entries()) {
    const column = columns[index]
    if (column === undefined || cell === '') continue
    if (/^[=+\-@]/.test(cell)) {
      refuse(
        'formula',
        `${location}, ${column}`,
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
        'The cell differs from the one in line 2; a file holds one sheet.',
      )
    }
    if (value === undefined || value === '') continue
    if (column === 'complete')
      sheet[column] = value === 'true' ? true : value === 'false' ? false : value
    else sheet[column] = column === 'covers' ? value.split(' ') : value
  }
  return sheet
}
