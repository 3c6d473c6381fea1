import type { Cell, ReadCell } from '../../../domain/origin.ts'
import { quoted } from '../../../domain/text.ts'
import { refuse, refuseDoubtful } from '../refusal.ts'
import type { Row, TableCell } from '../table.ts'
import {
  canMean,
  parseTenure,
  sameTenure,
  saysTenure,
  statedTenure,
  tenureInWords,
  tenureUnits,
  unitsNamed,
  type PrintedTenure,
  type TenureUnit,
} from '../words/tenure.ts'
import type { ReadColumn } from './columns.ts'
import type { ReadingNotes } from './reading-notes.ts'
import type { LabelRole } from './row-label.ts'
import { meaningOf } from './row-terms.ts'

/** The tenure of a row and its cell. */
export type RowTenure = { readonly tenure: PrintedTenure; readonly cell: ReadCell }

/** Reads the tenure of a row from its label, or from its tenure columns. Columns that disagree hold the sheet. */
export function readTenure(
  columns: readonly ReadColumn[],
  row: Row,
  label: LabelRole,
  notes: ReadingNotes,
): RowTenure {
  const { language } = notes.source
  const ownUnit = printedUnit(columns, row)
  const cells = columns.flatMap((column) => {
    const cell = row[column.index]
    const isStated = cell !== undefined && cell.isMissing !== true
    return column.role.is === 'tenure' && isStated ? [{ column, cell }] : []
  })
  const [first] = cells
  if (first === undefined) return refuse('A row has no tenure.', row[0]?.address)
  for (const one of cells) refuseDoubtful(one.cell)
  const printed = cells.map(({ column, cell }) => {
    const unit = unitOf(column, ownUnit, language)
    return { column, cell, found: parseTenure(cell.text, { unit, language }) }
  })
  const cell = { address: first.cell.address, text: first.cell.text }
  if (label.tenure !== undefined) {
    const tenure =
      statedTenure(label.tenure) ??
      refuse(`${quoted(String(label.tenure))} in the source is not a tenure.`)
    checkStated(tenure, first.cell, printed[0]?.found)
    const others = printed.slice(1).flatMap(({ found }) => tenureOf(found) ?? [])
    noteConflict([tenure, ...others], printed, notes)
    return rowTenure(tenure, cell)
  }
  const tenures = printed.map(
    ({ column, cell, found }) =>
      tenureOf(found) ??
      refuse(
        found === undefined
          ? `The cell ${quoted(cell.text)} in the column ${quoted(column.name)} is not a tenure.`
          : `The cell ${quoted(cell.text)} ${'doubt' in found ? found.doubt : ''}.`,
        cell.address,
      ),
  )
  noteConflict(tenures, printed, notes)
  const [tenure = refuse('A row has no tenure.')] = tenures
  return rowTenure(tenure, cell)
}

/** The tenure with its cell, which has the meaning of the text unless the text says it in any language. */
function rowTenure(tenure: PrintedTenure, cell: Cell): RowTenure {
  if (saysTenure(cell.text, tenure)) return { tenure, cell }
  return { tenure, cell: { ...cell, means: tenureInWords(tenure) } }
}

type Found = ReturnType<typeof parseTenure>

function tenureOf(found: Found): PrintedTenure | undefined {
  return found === undefined || 'doubt' in found ? undefined : found
}

/** Ends the read if a label says another tenure than its line in `rows`. */
function checkStated(tenure: PrintedTenure, { text, address }: TableCell, found: Found): void {
  const printed = tenureOf(found)
  if (printed !== undefined && sameTenure(printed, tenure)) return
  if (printed !== undefined)
    refuse(
      `The label ${quoted(text)} reads as ${tenureInWords(printed)}, and its line in \`rows\` says ${tenureInWords(tenure)}; leave \`tenure\` out of the line.`,
      address,
    )
  if (!canMean(text, tenure))
    refuse(
      `The label ${quoted(text)} names another tenure than ${tenureInWords(tenure)}, which its line in \`rows\` says; write the tenure that the page prints, with both bounds if it is a range.`,
      address,
    )
}

function noteConflict(
  [tenure, ...others]: readonly PrintedTenure[],
  printed: readonly { readonly column: ReadColumn; readonly cell: TableCell }[],
  { findings }: ReadingNotes,
): void {
  if (tenure === undefined || others.every((other) => sameTenure(other, tenure))) return
  const texts = printed.map(
    ({ column, cell }) => `${quoted(cell.text)} under ${quoted(column.name)}`,
  )
  const message = `A row has tenures that disagree: ${texts.join(', ')}.`
  findings.push({ rule: 'tenure-conflict', message })
}

/** The unit of the bare numbers of a column: that of the source or of a column of units, or the one that the heading names. */
function unitOf(
  { role, name }: ReadColumn,
  ownUnit: TenureUnit | undefined,
  language: string | undefined,
): TenureUnit | undefined {
  const stated = role.unit ?? ownUnit
  const named = unitsNamed(name, language)
  const [heading] = named
  if (heading === undefined || named.length > 1) return stated
  if (stated !== undefined && stated !== heading)
    refuse(
      `The heading ${quoted(name)} says ${heading}, and the source says ${stated}; leave \`unit\` out.`,
    )
  return heading
}

/** The unit in a column of its own, if there is one. */
function printedUnit(columns: readonly ReadColumn[], row: Row): TenureUnit | undefined {
  const column = columns.find(({ role }) => role.is === 'tenure_unit')
  const cell = column === undefined ? undefined : row[column.index]
  if (column === undefined || cell === undefined) return undefined
  const meaning = meaningOf(column, cell)
  if (typeof meaning === 'string' || 'ignored' in meaning) return undefined
  return (
    tenureUnits.find((unit) => unit === meaning.text) ??
    refuse(`${quoted(meaning.text)} is not a unit; use ${tenureUnits.join(', ')}.`, cell.address)
  )
}
