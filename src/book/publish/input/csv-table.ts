import { CsvError, parse } from 'csv-parse/sync'
import type { Refuse } from './problem.ts'
import { quoted } from '../../../domain/text.ts'

/** Columns of the sheet, which have the same value on every line of one sheet. */
export const sheetColumns: readonly string[] = [
  'institution_id',
  'source_url',
  'scraped_at',
  'currency',
  'complete',
  'covers',
]

/** Columns of one offer. */
export const offerColumns: readonly string[] = [
  'product_variant',
  'tenure_months',
  'tenure_days',
  'tenure_to_months',
  'tenure_to_days',
  'payout_type',
  'rate_pa',
  'aer',
  'min_deposit',
  'product',
]

/** Columns that a CSV must have. */
const requiredColumns: readonly string[] = [
  'institution_id',
  'source_url',
  'scraped_at',
  'currency',
  'product_variant',
  'payout_type',
  'rate_pa',
]

/** A row of a CSV: its cells by column, and the line of the file on which it begins. */
export type CsvRow = { readonly line: number; readonly cells: Readonly<Record<string, string>> }

/** The cells of a line, and the line of the file on which they begin. */
export type ParsedRow = { readonly record: readonly string[]; readonly line: number }

/** Reads the rows below the column names. Returns `undefined` if the columns or the number of cells are wrong. */
export function readCsvRows(source: string, refuse: Refuse): readonly CsvRow[] | undefined {
  const [head, ...rows] = parseRows(source, refuse) ?? []
  if (head === undefined || !checkColumns(head.record, refuse)) return undefined
  const columns = head.record
  if (rows.length === 0) {
    const message =
      'There are no lines below the column names; a sheet must list at least one offer.'
    return refuse('no-offers', 'line 2', message)
  }
  const wrong = rows.filter(({ record }) => record.length !== columns.length)
  for (const { record, line } of wrong) {
    const message = `The number of cells, ${record.length}, is not that of the columns, ${columns.length}; put a text that contains the separator in double quotes, and write decimals with a point.`
    refuse('not-csv', `line ${line}`, message)
  }
  if (wrong.length > 0 || !checkNameless(columns, rows, refuse)) return undefined
  return rows.map(({ record, line }) => ({
    line,
    cells: Object.fromEntries(columns.map((column, index) => [column, record[index] ?? ''])),
  }))
}

/** Parses the first line and the rows that have values: spreadsheets write empty rows below a table. */
export function parseRows(source: string, refuse: Refuse): readonly ParsedRow[] | undefined {
  // Text cells cannot contain line ends, so those inside quotes may change too.
  // Blank lines at the end would take csv-parse long.
  const text = source.replace(/\r\n?/g, '\n').replace(/(?<!\n)\n+$/, '\n')
  const rows: ParsedRow[] = []
  let line = 1
  try {
    parse(text, {
      delimiter: separatorOf(text),
      record_delimiter: '\n',
      relax_column_count: true,
      on_record: (record: string[], { lines }) => {
        if (rows.length === 0 || record.some((cell) => cell !== '')) rows.push({ record, line })
        line = lines + 1
        return null
      },
    })
    return rows
  } catch (error) {
    // With these options, csv-parse refuses only quotes.
    if (!(error instanceof CsvError)) throw error
    return refuse(
      'not-csv',
      `line ${line}`,
      'A double quote is misplaced or has no closing one; put the whole cell in double quotes, and write a double quote inside it twice.',
    )
  }
}

/** The separator that occurs most often in the first line, where the column names are. */
function separatorOf(text: string): string {
  const [line = ''] = text.split('\n', 1)
  const count = (separator: string): number => line.split(separator).length
  return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best))
}

function checkColumns(columns: readonly string[], refuse: Refuse): boolean {
  const missing = requiredColumns.filter((column) => !columns.includes(column))
  if (missing.length === requiredColumns.length) {
    refuse(
      'not-json',
      '',
      'The file is neither a JSON object nor a CSV whose first line has the column names of a rate sheet, separated by commas, semicolons or tabs.',
    )
    return false
  }
  for (const column of missing)
    refuse('missing-column', 'line 1', `The column ${column} is missing.`)
  // Spreadsheets write empty columns next to a table; `checkNameless` refuses those with values.
  const named = columns.filter((column) => column !== '')
  const unknown = named.filter((column) => ![...sheetColumns, ...offerColumns].includes(column))
  for (const column of unknown)
    refuse('unknown-key', 'line 1', `The column ${quoted(column)} is unknown.`)
  const duplicates = named.filter((column, index) => named.indexOf(column) !== index)
  for (const column of duplicates)
    refuse('duplicate-key', 'line 1', `The column ${column} occurs twice.`)
  return missing.length + unknown.length + duplicates.length === 0
}

/** Refuses each column without a name that has a value, at its first value. */
function checkNameless(
  columns: readonly string[],
  rows: readonly ParsedRow[],
  refuse: Refuse,
): boolean {
  let isValid = true
  for (const [index, column] of columns.entries()) {
    const row = column === '' && rows.find(({ record }) => record[index] !== '')
    if (!row) continue
    isValid = false
    const cell = quoted(row.record[index] ?? '')
    const message = `The column of the cell ${cell} has no name; name the column or empty its cells.`
    refuse('unknown-key', `line ${row.line}`, message)
  }
  return isValid
}
