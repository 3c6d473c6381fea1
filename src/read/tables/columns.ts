import type { Cell } from '../../domain/origin.ts'
import type { Day } from '../../domain/day.ts'
import { refuse, refuseDoubtful, shown } from '../refusal.ts'
import type { Role, SourceTable } from '../source/table-schema.ts'
import type { TableCell } from '../table.ts'
import { dateOfParts } from '../words/date.ts'
import {
  compilePattern,
  patternLines,
  matchingLine,
  type Pattern,
  type PatternLine,
} from '../words/pattern.ts'
import type { NamedColumn } from './grid.ts'
import { isIgnored, type ReadingNotes } from './reading-notes.ts'

/** The role of a column that is read. */
export type ColumnRole = Exclude<Role, string | { readonly ignore: string }>

/** A column that is read. */
export type ReadColumn = NamedColumn & { readonly role: ColumnRole }

/** The columns that are read, in the order of their names in the source, and the date of the column that a date chose. */
export type Roles = {
  readonly columns: readonly ReadColumn[]
  readonly printedDate?: { readonly day: Day; readonly cell: Cell }
}

/** Gives each column its role. An unknown column, and an expected column that is not there, end the read. */
export function assignRoles(
  named: readonly NamedColumn[],
  body: readonly (readonly TableCell[])[],
  definition: SourceTable,
  notes: ReadingNotes,
): Roles {
  // Sorted, because the digest of a source does not depend on the order of its keys.
  const lines = patternLines(definition.columns).toSorted((a, b) =>
    a.pattern.source < b.pattern.source ? -1 : 1,
  )
  const found = new Map<PatternLine<Role>, NamedColumn[]>()
  for (const column of named) {
    const line = matchingLine(column.name, lines)
    if (line !== undefined) found.set(line, [...(found.get(line) ?? []), column])
    else if (!isIgnoredEverywhere(column, notes) && !isBlank(column, body)) {
      refuse(`The column ${shown(column.name)} is not named in the source.`, column.cell?.address)
    }
  }
  let printedDate: Roles['printedDate']
  const columns = lines.flatMap((line) => {
    const { pattern, role } = line
    const matching = found.get(line) ?? []
    if (isIgnored(role)) {
      if (matching.length > 0) notes.matched.add(role)
      return []
    }
    for (const { cell } of matching) if (cell !== undefined) refuseDoubtful(cell)
    const plain: ColumnRole = role === 'tenure' ? { is: 'tenure' } : role
    if (matching.length === 0) refuse(`The column ${shown(pattern.source)} is not in the table.`)
    if (!pattern.hasDate) return matching.map((column) => ({ ...column, role: plain }))
    const current = columnInForce(pattern, matching, notes)
    printedDate ??= { day: current.day, cell: current.cell }
    return [{ ...current.column, role: plain }]
  })
  return { columns, ...(printedDate && { printedDate }) }
}

function isIgnoredEverywhere({ name }: NamedColumn, notes: ReadingNotes): boolean {
  const lines = (notes.source.ignore ?? []).filter(
    (line) =>
      typeof line === 'object' &&
      'column' in line &&
      compilePattern(line.column).match(name).length > 0,
  )
  for (const line of lines) notes.matched.add(line)
  return lines.length > 0
}

/** Whether a column has no heading and no text. */
function isBlank({ index, cell }: NamedColumn, body: readonly (readonly TableCell[])[]): boolean {
  return cell === undefined && body.every((row) => (row[index]?.text ?? '') === '')
}

/** The column with the newest date that is not later than the capture. A date in doubt holds the sheet. */
function columnInForce(pattern: Pattern, columns: readonly NamedColumn[], notes: ReadingNotes) {
  const dated = columns.flatMap((column) => {
    const date = dateOfParts(pattern.match(column.name))
    if ('day' in date)
      return [{ column, day: date.day, cell: column.cell ?? { address: '', text: '' } }]
    const message = `The date in the column heading ${shown(column.name)} ${date.doubt}.`
    notes.findings.push({ rule: date.rule, message })
    return []
  })
  const past = dated.filter(({ day }) => day <= notes.day)
  const [newest] = past.sort((a, b) => (a.day < b.day ? 1 : -1))
  return (
    newest ??
    refuse(
      `No column ${shown(pattern.source)} has a date up to the day of the capture, ${notes.day}.`,
      columns[0]?.cell?.address,
    )
  )
}
