import { parse, CsvError } from 'csv-parse/sync'
import { unclearThousands } from '../../../domain/currency.ts'
import { parseWhole } from '../../../domain/decimal.ts'
import { parseInstantWithOffset } from '../../../domain/instant.ts'
import { counted, isFormula, quoted, unescapeFormula } from '../../../domain/text.ts'
import type { InputProblem, Refuse } from './problem.ts'
import { inDays } from './read-offers.ts'

/** The rows of one sheet of a CSV. */
export type CsvSheet = readonly [CsvRow, ...CsvRow[]]

/** Reads a CSV and groups its rows into sheets: one for each institution, `scraped_at` and `source_url`. */
export function readCsvSheets(source: string, refuse: Refuse): readonly CsvSheet[] {
  const rows = readCsvRows(source, refuse)?.map(withLowerCaseComplete) ?? []
  return [...Map.groupBy(rows, sheetKey).values()] as unknown as readonly CsvSheet[]
}

/** Excel saves the `true` of a CSV as `TRUE`. */
function withLowerCaseComplete({ line, cells }: CsvRow): CsvRow {
  const { complete = '' } = cells
  return { line, cells: { ...cells, complete: complete.toLowerCase() } }
}

function sheetKey({ cells }: CsvRow): string {
  const { institution_id, scraped_at = '', source_url } = cells
  return JSON.stringify([
    institution_id,
    parseInstantWithOffset(scraped_at) ?? scraped_at,
    source_url,
  ])
}

/** The columns for the upper bound of a range. */
export const upperBoundColumns: readonly string[] = ['tenure_to_months', 'tenure_to_days']

/** Converts the rows of a sheet to the value that its JSON form would parse to. An empty cell is an omitted key. */
export function csvSheetValue(
  rows: CsvSheet,
  decimal: DecimalMark | undefined,
  refuse: Refuse,
): unknown {
  for (const row of rows) refuseFormulas(row, refuse)
  const offers = rows.map((row) => offerOf(row, decimal, refuse))
  return { ...sheetOf(rows, refuse), offers }
}

/** The decimal marks that the figures of a CSV can have. */
export const decimalMarks = ['.', ','] as const
export type DecimalMark = (typeof decimalMarks)[number]

const figureColumns = ['tenure_months', 'tenure_to_months', 'rate_pa', 'aer', 'min_deposit']

const numbers = { '.': /^([\d,'’\s]+)(\.\d+)?$/, ',': /^([\d.'’\s]+)(,\d+)?$/ } as const
const thousands = /^\d{1,3}([.,'’\s])\d{3}(?:\1\d{3})*$/

/** A cell with a figure, and the currency of its row. */
type FigureCell = { readonly column: string; readonly cell: string; readonly currency: string }

/**
 * A figure in plain form, of a cell with this decimal mark; `undefined` for another text. Only amounts have marks between thousands,
 * and `5.000` of a currency without three decimals has such a mark.
 */
function plainFigure(figure: FigureCell, mark: DecimalMark): string | undefined {
  const [, whole = '', fraction = ''] = numbers[mark].exec(figure.cell) ?? []
  const isAmount = figure.column === 'min_deposit'
  const isGrouped = isAmount && thousands.test(whole)
  if (!isGrouped && !/^\d+$/.test(whole)) return undefined
  const plain = `${whole.replaceAll(/\D/g, '')}${fraction.replace(',', '.')}`
  return isAmount && !isGrouped && unclearThousands(plain, figure.currency) ? undefined : plain
}

/** The figures of a CSV that has other marks than a decimal point, and the first option that reads all of them. */
type OtherMarks = { readonly problem: InputProblem; readonly decimal: DecimalMark }

/** Finds out whether figures need `--decimal`. `undefined` if they do not, or if no mark reads all of them. */
export function otherMarks(sheets: readonly CsvSheet[]): OtherMarks | undefined {
  const figures = sheets.flat().flatMap(({ line, cells }) =>
    figureColumns.flatMap((column) => {
      const { [column]: cell = '', currency = '' } = cells
      return /^\d[\d.,'’\s]*$/.test(cell) ? [{ line, column, cell, currency }] : []
    }),
  )
  const [first, ...others] = figures.filter((figure) => plainFigure(figure, '.') !== figure.cell)
  const [decimal, other] = decimalMarks.filter((mark) =>
    figures.every((figure) => plainFigure(figure, mark) !== undefined),
  )
  if (first === undefined || decimal === undefined) return undefined
  const { line, column, cell } = first
  const readings = [decimal, other ?? []]
    .flat()
    .map((mark) => `--decimal ${mark} reads it as ${plainFigure(first, mark)}`)
  const count =
    others.length === 0
      ? ''
      : `, as ${counted(others.length, 'other cell')} ${others.length === 1 ? 'does' : 'do'}`
  const message = `${quoted(cell)} has another mark than a decimal point${count}: ${readings.join(', ')}.`
  return { decimal, problem: { code: 'bad-decimal', location: `line ${line}, ${column}`, message } }
}

/** Sheets that must be refused because their file has others of the same institution, each with one of those. */
export type SheetConflicts = ReadonlyMap<CsvSheet, CsvSheet>

/**
 * Finds the sheets of institutions with several, of which one is complete. A wrong `scraped_at` on one line would otherwise
 * make a sheet that withdraws the offers of all other lines.
 */
export function conflictsOf(sheets: readonly CsvSheet[]): SheetConflicts {
  const conflicts = new Map<CsvSheet, CsvSheet>()
  for (const same of Map.groupBy(sheets, ([{ cells }]) => cells['institution_id']).values()) {
    if (same.every(([{ cells }]) => cells['complete'] === 'false')) continue
    for (const sheet of same) {
      const other = same[0] === sheet ? same[1] : same[0]
      if (other !== undefined) conflicts.set(sheet, other)
    }
  }
  return conflicts
}

/** Refuses a sheet that conflicts with another one of its file. */
export function refuseConflict(sheet: CsvSheet, conflicts: SheetConflicts, refuse: Refuse): void {
  const other = conflicts.get(sheet)
  if (other === undefined) return
  refuse(
    'several-sheets',
    `line ${sheet[0].line}`,
    `The sheet at line ${other[0].line} is of the same institution with another scraped_at or source_url; write the same in both, or false in the column complete of all.`,
  )
}

function refuseFormulas({ line, cells }: CsvRow, refuse: Refuse): void {
  for (const [column, cell] of Object.entries(cells)) {
    if (!isFormula(cell)) continue
    refuse(
      'formula',
      `line ${line}, ${column}`,
      `The cell ${quoted(cell)} begins like a spreadsheet formula; write the value itself, or an apostrophe before a text.`,
    )
  }
}

function offerOf(
  { line, cells }: CsvRow,
  decimal: DecimalMark | undefined,
  refuse: Refuse,
): Record<string, unknown> {
  const offer: Record<string, unknown> = {}
  for (const column of offerColumns) {
    const cell = unescapeFormula(cells[column] ?? '')
    if (cell === '') continue
    offer[column] = column.endsWith('_days') ? (parseWhole(cell) ?? cell) : cell
    // The reader of terms names the column of days.
    if (!figureColumns.includes(column) || inDays.test(cell)) continue
    const found = { column, cell, currency: cells['currency'] ?? '' }
    const figure = plainFigure(found, decimal ?? '.')
    if (decimal === undefined && (figure !== undefined || !/^\d+\.\d+$/.test(cell))) continue
    if (figure === undefined)
      refuse(
        'bad-decimal',
        `line ${line}, ${column}`,
        (column === 'min_deposit' && unclearThousands(cell, found.currency)) ||
          `${quoted(cell)} is not a figure with the decimal mark ${decimal} of --decimal.`,
      )
    else offer[column] = figure
  }
  return offer
}

function sheetOf(rows: CsvSheet, refuse: Refuse): Record<string, unknown> {
  const [first] = rows
  const sheet: Record<string, unknown> = {}
  for (const column of sheetColumns) {
    const value = first.cells[column]
    const other = rows.find(({ cells }) => cells[column] !== value)
    if (other !== undefined && column !== 'scraped_at') {
      refuse(
        'differs-between-rows',
        `line ${other.line}, ${column}`,
        `The cell differs from the one in line ${first.line}; all lines of a sheet have the same ${column}.`,
      )
    }
    if (value === undefined || value === '') continue
    if (column === 'complete')
      sheet[column] = value === 'true' ? true : value === 'false' ? false : value
    else sheet[column] = column === 'covers' ? value.split(' ') : value
  }
  return sheet
}

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
type CsvRow = { readonly line: number; readonly cells: Readonly<Record<string, string>> }

/** The cells of a line, and the line of the file on which they begin. */
export type ParsedRow = { readonly record: readonly string[]; readonly line: number }

/** Reads the rows below the column names. Returns `undefined` if the columns or the number of cells are wrong. */
function readCsvRows(source: string, refuse: Refuse): readonly CsvRow[] | undefined {
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
