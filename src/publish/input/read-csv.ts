import { parseWhole } from '../../domain/decimal.ts'
import { parseInstantWithOffset } from '../../domain/instant.ts'
import { offerColumns, sheetColumns, readCsvRows, type CsvRow } from './csv-table.ts'
import type { Refuse } from './problem.ts'
import { isFormula, quoted, unescapeFormula } from '../../domain/visible-text.ts'

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
export function csvSheetValue(rows: CsvSheet, refuse: Refuse): unknown {
  for (const row of rows) refuseFormulas(row, refuse)
  return { ...sheetOf(rows, refuse), offers: rows.map(offerOf) }
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

function offerOf({ cells }: CsvRow): Record<string, unknown> {
  const offer: Record<string, unknown> = {}
  for (const column of offerColumns) {
    const cell = unescapeFormula(cells[column] ?? '')
    if (cell !== '') offer[column] = column.endsWith('_days') ? (parseWhole(cell) ?? cell) : cell
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
