import { collectProblems, type Refuse } from '../../book/publish/input/problem.ts'
import {
  offerColumns,
  parseRows,
  sheetColumns,
  type ParsedRow,
} from '../../book/publish/input/read-csv.ts'
import { readOffers } from '../../book/publish/input/read-offers.ts'
import { variants } from '../../domain/offer.ts'
import { counted, quoted } from '../../domain/text.ts'
import {
  emptyRow,
  lineSentences,
  offerOfRow,
  rangeText,
  refuseThousands,
  rowFieldNames,
  rowFields,
  type TypedRow,
} from './typed-rows.ts'

/** The rows of pasted CSV, or the sentences about its lines. */
type PastedRows = { readonly rows: readonly TypedRow[] } | { readonly problems: readonly string[] }

type Cells = Readonly<Record<string, string>>

/** The columns that a first line may name: those of the form and those of a rate sheet. */
const knownColumns: readonly string[] = [...rowFieldNames, ...sheetColumns, ...offerColumns]

/** A line without column names has at least a variant, a tenure, a payout and a rate. */
const fewestCells = 4

/** The sheet that rows are pasted into. */
type PastedInto = { readonly institutionId: string; readonly currency: string }

/** Reads pasted CSV. The first line may name the columns, as a rate sheet does; else they have the order of the form. */
export function readPastedRows(text: string, sheet: PastedInto): PastedRows {
  const { problems, refuse } = collectProblems()
  const lines = readLines(text, sheet, refuse)
  const rows = [...lines.values()]
  if (problems.length === 0) return { rows }
  const tenures = new Map([...lines].map(([line, { tenure }]) => [line, tenure]))
  return { problems: lineSentences(problems, tenures) }
}

/** The rows of the lines, by their names: `line 1`. */
function readLines(
  text: string,
  { institutionId, currency }: PastedInto,
  refuse: Refuse,
): ReadonlyMap<string, TypedRow> {
  // The first line says which separator there is.
  const records = parseRows(text.replace(/^\s*\n/, ''), refuse)
  if (records === undefined) return new Map()
  const parsed = records.flatMap(({ record, line }) => {
    const cells = record.map((cell) => cell.trim())
    return cells.join('') === '' ? [] : [{ record: cells, line }]
  })
  const [first] = parsed
  const isHead = first?.record.some((cell) => cell === 'rate_pa' || cell === 'rate') === true
  const columns = isHead ? first.record : rowFieldNames
  const lines = isHead ? parsed.slice(1) : parsed
  if (lines.length === 0) {
    refuse('no-offers', '', 'The CSV has no lines with rates.')
    return new Map()
  }
  if (!checkColumns(columns, refuse)) return new Map()
  if (!checkCells(lines, isHead ? columns.length : fewestCells, columns.length, refuse))
    return new Map()
  const listed = lines.map(({ record, line }) => ({
    line,
    cells: Object.fromEntries(columns.map((column, index) => [column, record[index] ?? ''])),
  }))
  for (const { line, cells } of listed) {
    const { institution_id: id = institutionId } = cells
    if (id !== institutionId)
      refuse('differs-between-rows', `line ${line}`, `This is a rate of ${quoted(id)}.`)
    if (inBothUnits(cells, 'tenure') || inBothUnits(cells, 'tenure_to'))
      refuse('two-tenures', `line ${line}`, 'Give the tenure in months or in days, not in both.')
  }
  const rows = listed.map(({ cells }) => rowOf(cells))
  const nameOf = (index: number): string => `line ${listed[index]?.line}`
  readOffers(rows.map(offerOfRow), variants, nameOf, refuse)
  refuseThousands(rows, currency, nameOf, refuse)
  return new Map(rows.map((row, index) => [nameOf(index), row]))
}

function checkColumns(columns: readonly string[], refuse: Refuse): boolean {
  const wrong = columns.filter(
    (one, at) => !knownColumns.includes(one) || columns.indexOf(one) < at,
  )
  for (const column of wrong)
    refuse('unknown-key', 'line 1', `The column ${quoted(column)} is unknown, or occurs twice.`)
  return wrong.length === 0
}

function checkCells(
  lines: readonly ParsedRow[],
  fewest: number,
  most: number,
  refuse: Refuse,
): boolean {
  const wrong = lines.filter(({ record }) => record.length < fewest || record.length > most)
  for (const { record, line } of wrong) {
    const expected = fewest === most ? String(most) : `${fewest} to ${most}`
    const message = `It has ${counted(record.length, 'value')}; expected are ${expected}, separated by commas, semicolons or tabs.`
    refuse('not-csv', `line ${line}`, message)
  }
  return wrong.length === 0
}

function rowOf(cells: Cells): TypedRow {
  const fields = rowFieldNames.map((name) => [name, cells[rowFields[name]] ?? cells[name] ?? ''])
  const row = { ...emptyRow, ...(Object.fromEntries(fields) as Partial<TypedRow>) }
  const [tenure, upperBound] = [boundOf(cells, 'tenure'), boundOf(cells, 'tenure_to')]
  if (tenure === '') return row
  return { ...row, tenure: upperBound === '' ? tenure : rangeText(tenure, upperBound) }
}

/** A bound of the tenures in its columns of a rate sheet, as a person types it; empty if the columns are. */
function boundOf(cells: Cells, bound: Bound): string {
  const { [`${bound}_months`]: months = '', [`${bound}_days`]: days = '' } = cells
  return days === '' ? months : `${days}d`
}

function inBothUnits(cells: Cells, bound: Bound): boolean {
  return [cells[`${bound}_months`], cells[`${bound}_days`]].every((text = '') => text !== '')
}

type Bound = 'tenure' | 'tenure_to'
