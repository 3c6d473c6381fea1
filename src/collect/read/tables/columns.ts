import type { Day } from '../../../domain/day.ts'
import type { Cell } from '../../../domain/origin.ts'
import { quoted } from '../../../domain/text.ts'
import { collect, refuse, refuseDoubtful } from '../refusal.ts'
import type { Role, SourceTable } from '../source/table-schema.ts'
import type { Row } from '../table.ts'
import type { DecimalMark } from '../words/figure.ts'
import {
  matchingLine,
  matchingLines,
  patternLines,
  type Pattern,
  type PatternLine,
} from '../words/pattern.ts'
import { dateOfParts } from './find-date.ts'
import type { NamedColumn } from './grid.ts'
import {
  columnKey,
  ignoringLine,
  isIgnored,
  type FigureColumn,
  type IgnoringLine,
  type ReadingNotes,
} from './reading-notes.ts'

/** The role of a column that is read. */
export type ColumnRole = Exclude<Role, string | { readonly ignore: string }>

/** A column that is read. */
export type ReadColumn = NamedColumn & {
  readonly role: ColumnRole
  /** The decimal mark of its figures and amounts. */
  readonly decimal: DecimalMark
}

/** The columns of a table by their roles. */
export type Roles = {
  /** The columns that are read, in the order of their names in the source. */
  readonly columns: readonly ReadColumn[]
  /** The columns of rates and AER, and those that are left out. */
  readonly figures: readonly FigureColumn[]
  /** The date of the column that a date chose. */
  readonly printedDate?: { readonly day: Day; readonly cell: Cell }
}

/** Gives each column its role. An unknown column, and an expected column that is not there, are problems. */
export function assignRoles(
  named: readonly NamedColumn[],
  body: readonly Row[],
  definition: SourceTable,
  notes: ReadingNotes,
): Roles {
  // Sorted, because the digest of a source does not depend on the order of its keys.
  const lines = patternLines(definition.columns).toSorted((a, b) =>
    a.pattern.source < b.pattern.source ? -1 : 1,
  )
  const found = new Map<PatternLine<Role>, NamedColumn[]>(lines.map((line) => [line, []]))
  const figures: FigureColumn[] = []
  for (const column of named)
    collect(notes.problems, () => {
      const line = matchingLine(column.name, lines)
      const ignored = line === undefined ? ignoredEverywhere(column, notes) : undefined
      if (line !== undefined) found.get(line)?.push(column)
      else if (ignored !== undefined) figures.push({ index: column.index, ignored })
      else if (!isBlank(column, body))
        refuse(
          `The column ${quoted(column.name)} is not named in the source.`,
          column.cell?.address,
        )
    })
  const { pages } = notes.source
  const page = pages.find(({ name }) => name === (definition.page ?? pages[0]?.name))
  let printedDate: Roles['printedDate']
  const columns: ReadColumn[] = []
  for (const [{ pattern, role }, matching] of found)
    collect(notes.problems, () => {
      const line = `columns ${JSON.stringify(pattern.source)}`
      if (isIgnored(role)) {
        if (matching.length > 0) notes.matched.add(role)
        figures.push(...leftOut(matching, { line, reason: role.ignore }))
        return
      }
      for (const { cell } of matching) if (cell !== undefined) refuseDoubtful(cell)
      if (matching.length === 0) refuse(`The column ${quoted(pattern.source)} is not in the table.`)
      const current = pattern.hasDate ? columnInForce(pattern, matching, notes) : undefined
      printedDate ??= current?.date
      const read = current === undefined ? matching : [current.column]
      const plain: ColumnRole = role === 'tenure' ? { is: 'tenure' } : role
      const decimal = plain.decimal ?? definition.decimal ?? page?.decimal ?? '.'
      columns.push(...read.map((column) => ({ ...column, role: plain, decimal })))
      if (isFigureRole(plain)) {
        figures.push(...read.map(({ index }) => ({ index })))
        const others = matching.filter((column) => !read.includes(column))
        figures.push(...leftOut(others, { line, reason: 'a column with another date is in force' }))
      }
      if (body.some((row) => read.some(({ index }) => row[index]?.isMissing !== true)))
        notes.matched.add(columnKey(definition, pattern.source))
    })
  return { columns, figures, ...(printedDate && { printedDate }) }
}

/** Whether a column holds rates or AER. */
export function isFigureRole({ is = 'rate' }: ColumnRole): boolean {
  return is === 'rate' || is === 'aer'
}

function leftOut(columns: readonly NamedColumn[], ignored: IgnoringLine): readonly FigureColumn[] {
  return columns.map(({ index }) => ({ index, ignored }))
}

/** The line of `ignore` that leaves a column out; `undefined` if none does. */
function ignoredEverywhere(
  { name }: NamedColumn,
  { ignoredColumns, matched }: ReadingNotes,
): IgnoringLine | undefined {
  const lines = matchingLines(name, ignoredColumns)
  for (const { role } of lines) matched.add(role)
  return lines[0] && ignoringLine(lines[0].role)
}

/** Whether a column has no heading and no text. */
function isBlank({ index, cell }: NamedColumn, body: readonly Row[]): boolean {
  return cell === undefined && body.every((row) => (row[index]?.text ?? '') === '')
}

/** The column with the newest date that is not later than the capture. A date in doubt holds the sheet. */
function columnInForce(pattern: Pattern, columns: readonly NamedColumn[], notes: ReadingNotes) {
  const dated = columns.flatMap((column) => {
    const date = dateOfParts(pattern.match(column.name), notes.source.language)
    const cell = column.cell ?? { address: '', text: '' }
    if ('day' in date) return [{ column, date: { day: date.day, cell } }]
    const message = `The date in the column heading ${quoted(column.name)} ${date.doubt}.`
    notes.findings.push({ rule: date.rule, message })
    return []
  })
  const past = dated.filter(({ date }) => date.day <= notes.day)
  const [newest, second] = past.sort((a, b) => (a.date.day < b.date.day ? 1 : -1))
  if (newest !== undefined && newest.date.day === second?.date.day)
    refuse(
      `The columns ${quoted(newest.column.name)} and ${quoted(second.column.name)} have one date, ${newest.date.day}; name each of them in the source.`,
      newest.column.cell?.address,
    )
  return (
    newest ??
    refuse(
      `No column ${quoted(pattern.source)} has a date up to the day of the capture, ${notes.day}.`,
      columns[0]?.cell?.address,
    )
  )
}
