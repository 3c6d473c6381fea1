import type { Day } from '../../../domain/day.ts'
import type { Cell } from '../../../domain/origin.ts'
import { counted, quoted } from '../../../domain/text.ts'
import { collect, refuse } from '../refusal.ts'
import type { SourceTable } from '../source/table-schema.ts'
import type { Row, Table } from '../table.ts'
import { otherCurrency } from '../words/amount.ts'
import { patternLines } from '../words/pattern.ts'
import { parseTenure } from '../words/tenure.ts'
import { nameOf } from './choose-tables.ts'
import { assignRoles, isFigureRole, type ReadColumn } from './columns.ts'
import { continued, nameColumns, splitLines, transposed } from './grid.ts'
import { decimalMarkOf, isFigureText, markProblem } from './read-figure.ts'
import { readBodyRow, type ReadOffer, type TableContext } from './read-row.ts'
import { enterRow, ignoringLine, type ReadingNotes } from './reading-notes.ts'
import { ignoringRow } from './row-label.ts'

/** The offers of a table, and the date in its column headings if there is one. */
export type ReadTable = {
  readonly offers: readonly ReadOffer[]
  readonly printedDate?: { readonly day: Day; readonly cell: Cell }
}

/** Reads a table, whose titles were removed, by its definition. A problem of its columns leaves its rows unread. */
export function readTable(table: Table, definition: SourceTable, notes: ReadingNotes): ReadTable {
  const shownRows = table.rows.slice(leadingIgnored(table.rows, notes))
  const rows = definition.transposed === true ? transposed(shownRows) : shownRows
  const headerRows = definition.header_rows ?? 1
  const [header, body] = [rows.slice(0, headerRows), rows.slice(headerRows)]
  const width = Math.max(0, ...(headerRows === 0 ? body : header).map((row) => row.length))
  const named = nameColumns(header, width)
  const problems = notes.problems.length
  const { columns, figures, printedDate } = assignRoles(named, body, definition, notes)
  checkCurrency(table, columns, definition, notes)
  collect(notes.problems, () => checkHead(header, columns, notes))
  const wrongMark = markProblem(body, columns, notes)
  if (wrongMark !== undefined) notes.problems.push(wrongMark)
  if (notes.problems.length > problems) return { offers: [] }
  const context: TableContext = {
    definition,
    columns,
    figures,
    named,
    width,
    rows: patternLines(definition.rows),
    notes,
  }
  const doubts = notes.findings.length
  const offers = bodyRows(body, columns).flatMap((row) => readRows(row, context))
  const isQuiet = notes.problems.length === problems && notes.findings.length === doubts
  if (offers.length === 0 && isQuiet)
    notes.problems.push({
      failure: `The table ${nameOf(table)} has no rates.`,
      place: table.address,
    })
  return { offers, ...(printedDate !== undefined && { printedDate }) }
}

/** The number of rows above the headings that `ignore` lines leave out. */
function leadingIgnored(rows: readonly Row[], notes: ReadingNotes): number {
  return Math.max(
    0,
    rows.findIndex((row) => !isLeftOut(row, notes)),
  )
}

/** Leaves out a row whose first text an `ignore` line names. */
function isLeftOut(row: Row, notes: ReadingNotes): boolean {
  const line = ignoringRow([firstText(row)], notes)
  if (line === undefined) return false
  enterRow(notes.ledger, row, { ignored: ignoringLine(line) }, [], notes.source.empty)
  return true
}

function firstText(row: Row): string {
  return row.find(({ text }) => text !== '')?.text ?? ''
}

/** The rows with a text, each with the labels that it continues. */
function bodyRows(body: readonly Row[], columns: readonly ReadColumn[]): readonly Row[] {
  const filled = body.filter((row) => row.some(({ text }) => text !== ''))
  const continuing = columns.filter(({ role }) => role.continues === true)
  return continued(
    filled,
    continuing.map(({ index }) => index),
  )
}

function readRows(row: Row, context: TableContext): readonly ReadOffer[] {
  const { definition, notes } = context
  const lines = collect(notes.problems, () => {
    if (row.length !== context.width) {
      if (isLeftOut(row, notes)) return []
      refuse(
        `The row ${quoted(firstText(row))} has ${counted(row.length, 'cell')} and the table has ${counted(context.width, 'column')}.`,
        row[0]?.address,
      )
    }
    const label = context.columns.find(({ role }) => role.is === 'tenure')
    return splitLines(row, label?.index ?? 0, definition, notes)
  })
  return (lines ?? []).flatMap((cells) => {
    const problems = notes.problems.length
    const offers = collect(notes.problems, () => readBodyRow(cells, context))
    return notes.problems.length === problems ? (offers ?? []) : []
  })
}

/** A heading row with a tenure and a rate is a row of the table, which `header_rows` would hide. */
function checkHead(
  header: readonly Row[],
  columns: readonly ReadColumn[],
  { source }: ReadingNotes,
): void {
  const label = columns.find(({ role }) => role.is === 'tenure')
  for (const row of header) {
    const text = row[label?.index ?? -1]?.text ?? ''
    const { unit } = label?.role ?? {}
    const isTenure = parseTenure(text, { unit, language: source.language }) !== undefined
    const isRow = columns.some((column) => {
      const cell = row[column.index]
      if (cell === undefined || !isFigureRole(column.role)) return false
      return isFigureText(cell.text, decimalMarkOf(column, cell))
    })
    if (isTenure && isRow)
      refuse(
        `The row ${quoted(text)} has figures, and \`header_rows\` counts it among the headings.`,
        row[0]?.address,
      )
  }
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
    const message = `The heading ${quoted(text)} names another currency than ${currency}: ${word}.`
    if (!notes.findings.some((finding) => finding.message === message))
      notes.findings.push({ rule: 'other-currency', message })
  }
}
