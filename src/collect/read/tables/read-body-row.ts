import { collect, refuse } from '../refusal.ts'
import type { RowRole, SourceTable } from '../source/table-schema.ts'
import type { TableCell } from '../table.ts'
import type { PatternLine } from '../words/pattern.ts'
import { enterRow, type FigureColumn } from './account.ts'
import type { ReadColumn } from './columns.ts'
import type { NamedColumn } from './grid.ts'
import type { ReadingNotes } from './reading-notes.ts'
import { readRow, type ReadOffer } from './read-row.ts'
import { readTenure } from './read-tenure.ts'
import { readRowFacts } from './row-facts.ts'
import { labelOf } from './row-label.ts'
import { relabellingLine, statedBy } from './terms.ts'
import { quoted } from '../../../domain/text.ts'

/** The values that all rows of a table share. */
export type TableContext = {
  readonly definition: SourceTable
  readonly columns: readonly ReadColumn[]
  readonly figures: readonly FigureColumn[]
  readonly named: readonly NamedColumn[]
  readonly width: number
  readonly rows: readonly PatternLine<RowRole>[]
  readonly notes: ReadingNotes
}

/** Reads a row, and enters in the account what became of it. A relabelled row cannot be left out. */
export function readBodyRow(
  cells: readonly TableCell[],
  { definition, columns, figures, named, rows, notes }: TableContext,
): readonly ReadOffer[] {
  const { ledger, problems, source } = notes
  const before = problems.length
  const relabel = relabellingLine(named, cells, definition)
  const enter = (outcome: Parameters<typeof enterRow>[2]) =>
    enterRow(ledger, cells, outcome, figures, source.empty)
  const column = columns.find(({ role }) => role.is === 'tenure')
  if (column === undefined) return refuse('The source names no tenure column for a table.')
  const text = cells[column.index]?.text ?? ''
  const first = cells.find((cell) => cell.text !== '')?.text ?? ''
  const label = labelOf(text, first, rows, notes)
  if ('ignored' in label) {
    if (relabel !== undefined)
      refuse(
        `The row ${quoted(text)} is relabelled by one line of the source and left out by another.`,
        cells[column.index]?.address,
      )
    enter(label)
    return []
  }
  const facts = collect(problems, () => readRowFacts(columns, cells, relabel, definition, notes))
  if (facts === undefined) return []
  if ('ignored' in facts) {
    enter(facts)
    return []
  }
  if (relabel !== undefined) notes.matched.add(relabel)
  if (label.line !== undefined) notes.matched.add(label.line)
  const tenure = collect(problems, () => readTenure(columns, cells, label.role, notes))
  if (tenure === undefined) return []
  const relabelled = relabel === undefined ? {} : statedBy(relabel)
  const row = { cells, tenure, facts, label: statedBy(label.role), relabelled }
  const { offers, used } = readRow(row, columns, definition, notes)
  if (problems.length === before) enter({ used })
  return offers
}
