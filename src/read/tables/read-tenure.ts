import type { Cell, ReadCell } from '../../domain/origin.ts'
import { tenureWords } from '../../domain/tenure.ts'
import type { PrintedTenure } from '../words/printed-tenure.ts'
import { sameDecimal, sameOptional } from '../../domain/decimal.ts'
import {
  parseTenure,
  saysTenure,
  statedTenure,
  tenureUnits,
  type TenureUnit,
} from '../words/tenure.ts'
import { refuse, shown, refuseDoubtful } from '../refusal.ts'
import type { RowRole } from '../source/table-schema.ts'
import type { TableCell } from '../table.ts'
import type { ReadColumn } from './columns.ts'
import { meaningOf } from './row-facts.ts'
import { isIgnored, type ReadingNotes } from './reading-notes.ts'

/** The tenure of a row and its cell. */
export type RowTenure = { readonly tenure: PrintedTenure; readonly cell: ReadCell }

/** Reads the tenure of a row from its label, or from its tenure columns. Columns that disagree hold the sheet. */
export function readTenure(
  columns: readonly ReadColumn[],
  row: readonly TableCell[],
  label: RowRole | undefined,
  notes: ReadingNotes,
): RowTenure {
  const unit = printedUnit(columns, row)
  const cells = columns.flatMap((column) => {
    const cell = row[column.index]
    const isStated = cell !== undefined && cell.isMissing !== true
    return column.role.is === 'tenure' && isStated ? [{ column, cell }] : []
  })
  const [first] = cells
  if (first === undefined) return refuse('A row has no tenure.', row[0]?.address)
  for (const one of cells) refuseDoubtful(one.cell)
  const cell = { address: first.cell.address, text: first.cell.text }
  const stated = label === undefined || isIgnored(label) ? undefined : label.tenure
  if (stated !== undefined) {
    const tenure = statedTenure(stated)
    if (tenure === undefined) refuse(`${shown(String(stated))} in the source is not a tenure.`)
    return rowTenure(tenure, cell)
  }
  const tenures = cells.map(
    ({ column, cell }) =>
      wholeTenure(cell.text, column.role.unit ?? unit, cell.address) ??
      refuse(
        `The cell ${shown(cell.text)} in the column ${shown(column.name)} is not a tenure.`,
        cell.address,
      ),
  )
  const [tenure = refuse('A row has no tenure.')] = tenures
  if (
    tenures.some(
      ({ months, to }) =>
        !sameDecimal(months, tenure.months) || !sameOptional(to?.months, tenure.to?.months),
    )
  ) {
    const texts = cells.map(({ column, cell }) => `${shown(cell.text)} under ${shown(column.name)}`)
    const message = `A row has tenures that disagree: ${texts.join(', ')}.`
    notes.findings.push({ rule: 'tenure-conflict', message })
  }
  return rowTenure(tenure, cell)
}

/** The tenure with its cell, which has the meaning of the text unless the text says it in any language. */
function rowTenure(tenure: PrintedTenure, cell: Cell): RowTenure {
  if (saysTenure(cell.text, tenure)) return { tenure, cell }
  const { months, to } = tenure
  const means = tenureWords({ tenure: months, ...(to !== undefined && { tenureTo: to.months }) })
  return { tenure, cell: { ...cell, means } }
}

function wholeTenure(
  text: string,
  unit: TenureUnit | undefined,
  address: string,
): PrintedTenure | undefined {
  const tenure = parseTenure(text, { unit })
  if (tenure === undefined) return undefined
  return 'doubt' in tenure ? refuse(`The cell ${shown(text)} ${tenure.doubt}.`, address) : tenure
}

/** The unit in a column of its own, if there is one. */
function printedUnit(
  columns: readonly ReadColumn[],
  row: readonly TableCell[],
): TenureUnit | undefined {
  const column = columns.find(({ role }) => role.is === 'tenure_unit')
  const cell = column === undefined ? undefined : row[column.index]
  if (column === undefined || cell === undefined) return undefined
  const meaning = meaningOf(column, cell)
  if (typeof meaning === 'string') return undefined
  return (
    tenureUnits.find((unit) => unit === meaning.text) ??
    refuse(`${shown(meaning.text)} is not a unit; use months, days or years.`, cell.address)
  )
}
