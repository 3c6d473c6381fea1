import type { Problem } from '../refusal.ts'
import type { SourceDefinition } from '../source-schema.ts'
import type { SourceTable } from '../source/table-schema.ts'
import type { TableCell } from '../table.ts'
import { otherMark, parseFigure, type DecimalMark } from '../words/figure.ts'
import { compilePattern } from '../words/pattern.ts'
import { isFigureRole, type ColumnRole, type ReadColumn } from './columns.ts'
import type { ReadingNotes } from './reading-notes.ts'
import { quoted } from '../../domain/visible-text.ts'

const names = { '.': 'point', ',': 'comma' } as const

/** The decimal mark that the source declares for a column, its table or its page; a point if it declares none. */
export function decimalMarkOf(
  { decimal }: ColumnRole,
  definition: SourceTable,
  { pages }: SourceDefinition,
): DecimalMark {
  const name = definition.page ?? pages[0]?.name
  const page = pages.find((one) => one.name === name)
  return decimal ?? definition.decimal ?? page?.decimal ?? '.'
}

/** The problem of a table with figures that have the other decimal mark than the source declares; `undefined` if there is none. */
export function markProblem(
  body: readonly (readonly TableCell[])[],
  columns: readonly ReadColumn[],
  definition: SourceTable,
  notes: ReadingNotes,
): Problem | undefined {
  let other: { readonly cell: TableCell; readonly mark: DecimalMark } | undefined
  for (const { role, index } of columns.filter((column) => isFigureRole(column.role))) {
    const mark = decimalMarkOf(role, definition, notes.source)
    for (const row of body) {
      const cell = row[index]
      const figures = cell === undefined ? [] : figureTexts(cell.text, role)
      if (cell === undefined) continue
      if (figures.some((text) => text.includes(mark) && parseFigure(text, mark) !== undefined))
        notes.marks.getOrInsert(mark, cell)
      if (figures.some((text) => otherMark(text, mark))) other ??= { cell, mark }
    }
  }
  if (other === undefined) return undefined
  const { cell, mark } = other
  const printed = mark === '.' ? ',' : '.'
  const own = notes.marks.get(mark)
  const failure =
    own === undefined
      ? `The cell ${quoted(cell.text)} has a decimal ${names[printed]}; if the page prints figures so, write \`decimal: "${printed}"\` for it.`
      : `The cell ${quoted(cell.text)} has a decimal ${names[printed]}, and the cell ${quoted(own.text)} a decimal ${names[mark]}; if both are right, write \`decimal: "${printed}"\` for the table or the column that prints it.`
  return { failure, place: cell.address }
}

/** The texts of a cell that should be figures. */
function figureTexts(text: string, { cell }: ColumnRole): readonly string[] {
  if (cell === undefined) return [text]
  const [parts = {}] = compilePattern(cell).match(text)
  return [parts['rate'] ?? [], parts['aer'] ?? []].flat()
}
