import { shown } from '../refusal.ts'
import type { SourceTable } from '../source/table-schema.ts'
import type { TableCell } from '../table.ts'
import { compileForm } from '../words/form.ts'
import type { NamedColumn } from './head-names.ts'
import { addLine, markMatched, type ReadingNotes } from './reading-notes.ts'
import type { Stated } from './row-facts.ts'

/** The terms that the source gives to a row that the page labels wrongly; nothing for other rows. */
export function relabelRow(
  named: readonly NamedColumn[],
  row: readonly TableCell[],
  { relabel = [] }: SourceTable,
  notes: ReadingNotes,
): Stated {
  const isRow = ([key, texts]: [string, string | string[]]): boolean => {
    const heading = compileForm(key)
    const columns = named.filter(({ name }) => heading.match(name).length > 0)
    const forms = [texts].flat().map(compileForm)
    return columns.some(({ index }) =>
      forms.some((form) => form.match(row[index]?.text ?? '').length > 0),
    )
  }
  for (const line of relabel)
    addLine(notes, line, `No row is relabelled by the line that says ${shown(line.because)}.`)
  const line = relabel.find(({ where }) => Object.entries(where).every(isRow))
  if (line === undefined) return {}
  markMatched(notes, line)
  const { payout, variant, product } = line
  return {
    ...(payout !== undefined && { payouts: [payout] }),
    ...(variant !== undefined && { variant }),
    ...(product !== undefined && { product }),
  }
}
