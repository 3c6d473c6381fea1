import type { Cell } from '../../domain/origin.ts'
import type { Day } from '../../domain/day.ts'
import { refuse, shown } from '../refusal.ts'
import type { RowRole, SourceTable } from '../source/table-schema.ts'
import type { Table, TableCell } from '../table.ts'
import { otherCurrency } from '../words/currency.ts'
import { compilePattern, patternLines, matchingLine } from '../words/pattern.ts'
import { nameOf } from './choose-tables.ts'
import { transposed, nameColumns, splitLines, type NamedColumn } from './grid.ts'
import { readRow, type ReadOffer } from './read-row.ts'
import { readTenure } from './read-tenure.ts'
import { relabelRow, statedBy } from './terms.ts'
import { assignRoles, type ReadColumn } from './columns.ts'
import { readRowFacts } from './row-facts.ts'
import { isIgnored, type ReadingNotes } from './reading-notes.ts'

/** The offers of a table, and the date in its column headings if there is one. */
export type ReadTable = {
  readonly offers: readonly ReadOffer[]
  readonly printedDate?: { readonly day: Day; readonly cell: Cell }
}

/** Reads a table, whose titles were removed, by its definition. */
export function readTable(table: Table, definition: SourceTable, notes: ReadingNotes): ReadTable {
  const first = table.rows.findIndex((row) => !isIgnoredRow([firstText(row)], notes))
  const shownRows = table.rows.slice(Math.max(0, first))
  const rows = definition.transposed === true ? transposed(shownRows) : shownRows
  const headerRows = definition.header_rows ?? 1
  const header = rows.slice(0, headerRows)
  const body = rows.slice(headerRows)
  const width = Math.max(0, ...(headerRows === 0 ? body : header).map((row) => row.length))
  const named = nameColumns(header, width)
  const { columns, printedDate } = assignRoles(named, body, definition, notes)
  checkCurrency(table, columns, definition, notes)
  const context = { definition, columns, named, width, notes }
  const offers: ReadOffer[] = []
  const doubts = notes.findings.length
  for (const row of body)
    if (row.some(({ text }) => text !== '')) offers.push(...readBodyRow(row, context))
  if (offers.length === 0 && notes.findings.length === doubts)
    refuse(`The table ${nameOf(table)} has no rates.`, table.address)
  return { offers, ...(printedDate !== undefined && { printedDate }) }
}

type TableContext = {
  readonly definition: SourceTable
  readonly columns: readonly ReadColumn[]
  readonly named: readonly NamedColumn[]
  readonly width: number
  readonly notes: ReadingNotes
}

function roleOf(
  label: string,
  roles: Readonly<Record<string, RowRole>> | undefined,
): RowRole | undefined {
  return matchingLine(label, patternLines(roles))?.role
}

function readBodyRow(
  row: readonly TableCell[],
  { columns, definition, named, notes, width }: TableContext,
): readonly ReadOffer[] {
  const label = columns.find(({ role }) => role.is === 'tenure')
  if (label === undefined) return refuse('The source names no tenure column for a table.')
  const labelText = row[label.index]?.text ?? ''
  const role = roleOf(labelText, definition.rows)
  if (role !== undefined && isIgnored(role)) {
    notes.matched.add(role)
    return []
  }
  if (isIgnoredRow([firstText(row), labelText], notes)) return []
  if (row.length !== width)
    refuse(
      `The row ${shown(labelText)} has ${row.length} cells and the table has ${width} columns.`,
      row[0]?.address,
    )
  return splitLines(row, label.index, definition, notes).flatMap((cells) => {
    const facts = readRowFacts(columns, cells, notes.source)
    if (facts === undefined) return []
    const tenure = readTenure(columns, cells, role, notes)
    const relabelled = relabelRow(named, cells, definition, notes)
    const label = role === undefined ? {} : statedBy(role)
    return readRow({ cells, tenure, facts, label, relabelled }, columns, definition, notes)
  })
}

/** The first text of a row that is not empty. */
function firstText(row: readonly TableCell[]): string {
  return row.find(({ text }) => text !== '')?.text ?? ''
}

/** Whether an `ignore` line of the source names one of the texts of a row. */
function isIgnoredRow(texts: readonly string[], notes: ReadingNotes): boolean {
  const lines = (notes.source.ignore ?? []).filter((line) => {
    if (typeof line !== 'object' || !('row' in line)) return false
    const pattern = compilePattern(line.row)
    return texts.some((text) => pattern.match(text).length > 0)
  })
  for (const line of lines) notes.matched.add(line)
  return lines.length > 0
}

/** A heading with a word of another currency holds the sheet, unless the source has that very word for it. */
function checkCurrency(
  { headings }: Table,
  columns: readonly ReadColumn[],
  definition: SourceTable,
  notes: ReadingNotes,
): void {
  const { currency } = notes.source
  const words = [definition.under ?? [], Object.keys(definition.columns)]
    .flat(2)
    .join(' ')
    .toLowerCase()
  const texts = [...headings, ...columns.flatMap(({ cell }) => cell ?? [])].map(({ text }) => text)
  for (const text of new Set(texts)) {
    const word = otherCurrency(text, currency)
    if (word === undefined || words.includes(word.toLowerCase())) continue
    const message = `The heading ${shown(text)} names another currency than ${currency}: ${word}.`
    if (!notes.findings.some((finding) => finding.message === message))
      notes.findings.push({ rule: 'other-currency', message })
  }
}
