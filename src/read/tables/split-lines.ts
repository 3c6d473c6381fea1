import { refuse, shown } from '../refusal.ts'
import type { SourceTable } from '../source/table-schema.ts'
import type { TableCell } from '../table.ts'
import type { ReadingNotes } from './reading-notes.ts'

/**
 * The rows that one row holds. If the source allows it and the tenure cell has several lines, each line is a row; then every cell
 * must have as many lines, or be empty as a whole.
 */
export function splitLines(
  row: readonly TableCell[],
  tenureIndex: number,
  definition: SourceTable,
  { source }: ReadingNotes,
): readonly (readonly TableCell[])[] {
  const count = row[tenureIndex]?.lines?.length ?? 1
  if (definition.split_lines !== true || count === 1) return [row]
  for (const { text, lines, address } of row) {
    if (lines?.length === count || source.empty.includes(text)) continue
    const sentence = `The cell ${shown(text)} has ${lines?.length ?? 1} lines, and the tenure of its row has ${count}.`
    refuse(sentence, address)
  }
  return Array.from({ length: count }, (_, line) =>
    row.map((cell) => ({ ...cell, ...cell.lines?.[line] })),
  )
}
