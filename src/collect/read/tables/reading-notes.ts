import type { Cell } from '../../../domain/origin.ts'
import type { Day } from '../../../domain/day.ts'
import type { GateFinding } from '../../../book/gate/gate.ts'
import type { Problem } from '../refusal.ts'
import type { SourceDefinition } from '../source-schema.ts'
import type { SourceTable } from '../source/table-schema.ts'
import type { DecimalMark } from '../words/figure.ts'
import { compilePattern, type PatternLine } from '../words/pattern.ts'
import { newLedger, type IgnoringLine, type Ledger } from './account.ts'

type IgnoreLine = NonNullable<SourceDefinition['ignore']>[number]

/** A line of `ignore` about rows or about columns. */
export type IgnoredTexts = Extract<IgnoreLine, { row: string } | { column: string }>

/** The results that one read collects, and the lines of the source that all its tables share. */
export type ReadingNotes = {
  readonly source: SourceDefinition
  /** The day of the capture. */
  readonly day: Day
  readonly findings: GateFinding[]
  readonly problems: Problem[]
  readonly ledger: Ledger
  /** The lines of the source that matched something: objects of the source, and the keys of columns. */
  readonly matched: Set<unknown>
  /** The first cell that was found with each decimal mark. */
  readonly marks: Map<DecimalMark, Cell>
  readonly ignoredRows: readonly PatternLine<IgnoredTexts>[]
  readonly ignoredColumns: readonly PatternLine<IgnoredTexts>[]
}

/** The notes of a read that begins. */
export function newNotes(source: SourceDefinition, day: Day): ReadingNotes {
  const lines = (source.ignore ?? []).filter((line) => typeof line === 'object')
  return {
    source,
    day,
    findings: [],
    problems: [],
    ledger: newLedger(),
    matched: new Set(),
    marks: new Map(),
    ignoredRows: lines.flatMap((role) =>
      'row' in role ? [{ pattern: compilePattern(role.row), role }] : [],
    ),
    ignoredColumns: lines.flatMap((role) =>
      'column' in role ? [{ pattern: compilePattern(role.column), role }] : [],
    ),
  }
}

/** The key of a column in `matched`: its role may be a bare word, which is not unique. */
export function columnKey(table: SourceTable, heading: string): string {
  return JSON.stringify([table.page, table.under, heading])
}

/** A line of `ignore`, as the account names it. */
export function ignoringLine(line: IgnoredTexts): IgnoringLine {
  const [what, text] = 'row' in line ? ['row', line.row] : ['column', line.column]
  return { line: `ignore ${what} ${JSON.stringify(text)}`, reason: line.because }
}

/** Whether a column, a row or a word is left out. */
export function isIgnored<T>(role: T): role is Extract<T, { readonly ignore: string }> {
  return typeof role === 'object' && role !== null && 'ignore' in role
}
