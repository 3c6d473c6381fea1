import type { GateFinding } from '../../../book/gate/gate.ts'
import type { Day } from '../../../domain/day.ts'
import type { Cell } from '../../../domain/origin.ts'
import { quoted } from '../../../domain/text.ts'
import type { Account, LeftOut } from '../reading.ts'
import { refuse, type Problem } from '../refusal.ts'
import type { SourceDefinition } from '../source-schema.ts'
import type { SourceTable } from '../source/table-schema.ts'
import type { Row, TableCell } from '../table.ts'
import type { DecimalMark } from '../words/figure.ts'
import { compilePattern, type PatternLine } from '../words/pattern.ts'

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

/** A line of the source that leaves something out. */
export type IgnoringLine = { readonly line: string; readonly reason: string }

type Group = { -readonly [member in keyof LeftOut]: LeftOut[member] }

type MutableCounts = { read: number; empty: number; ignored: number }

/** Counts what becomes of each row and figure, so that none is lost unseen. */
export type Ledger = {
  readonly rows: MutableCounts
  readonly figures: MutableCounts
  readonly groups: Map<string, Group>
}

function newLedger(): Ledger {
  const none = { read: 0, empty: 0, ignored: 0 }
  return { rows: { ...none }, figures: { ...none }, groups: new Map() }
}

/** A column of figures: one that is read, or one that a line of the source leaves out. */
export type FigureColumn = { readonly index: number; readonly ignored?: IgnoringLine }

/** The indexes of the columns whose figures were used, or the line that leaves the row out. */
export type RowOutcome = { readonly used: ReadonlySet<number> } | { readonly ignored: IgnoringLine }

/** Enters a row and its figures. A figure that was not used, and that nothing leaves out, ends the read. */
export function enterRow(
  { rows, figures, groups }: Ledger,
  row: Row,
  outcome: RowOutcome,
  columns: readonly FigureColumn[],
  empty: readonly string[],
): void {
  const [first = { address: '', text: '' }] = row
  if ('ignored' in outcome) {
    rows.ignored++
    groupOf(groups, outcome.ignored, first).rows++
  } else if (outcome.used.size > 0) rows.read++
  else rows.empty++
  for (const { index, ignored } of columns) {
    const cell = row[index]
    if (cell === undefined || cell.isMissing === true) continue
    const line = 'ignored' in outcome ? outcome.ignored : ignored
    if ('used' in outcome && outcome.used.has(index)) figures.read++
    else if (empty.includes(cell.text)) figures.empty++
    else if (line !== undefined) {
      figures.ignored++
      groupOf(groups, line, cell).figures++
    } else refuse(`The figure ${quoted(cell.text)} belongs to no offer.`, cell.address)
  }
}

function groupOf(groups: Map<string, Group>, line: IgnoringLine, cell: TableCell): Group {
  const key = JSON.stringify([line.line, line.reason])
  const first = { address: cell.address, text: cell.text }
  return groups.getOrInsert(key, { ...line, rows: 0, figures: 0, first })
}

/** The account of all rows and figures that were entered. */
export function accountOf(
  { rows, figures, groups }: Ledger,
  hiddenRows: number,
): {
  readonly account: Account
  readonly leftOut: readonly LeftOut[]
} {
  const counted = ({ read, empty, ignored }: MutableCounts) => ({
    total: read + empty + ignored,
    read,
    empty,
    ignored,
  })
  return {
    account: { rows: counted(rows), figures: counted(figures), hidden: { rows: hiddenRows } },
    leftOut: [...groups.values()],
  }
}

/** A line of the source, as an object or as the key of a column, and the sentence that says that it matches nothing. */
type LineSentence = { readonly line: unknown; readonly sentence: string }

/** A sentence for each line that leaves something out and matches nothing any more. */
export function unmatchedLines({ source, matched }: ReadingNotes): readonly string[] {
  const { ignore = [] } = source
  const isAboutTable = (line: IgnoreLine) => typeof line === 'string' || 'table' in line
  const ofTables = ignore.filter(isAboutTable)
  const others = ignore.filter((line) => !isAboutTable(line))
  const ignoring = [...others, ...ofTables].map((line) => ({
    line,
    sentence: ignoreSentence(line),
  }))
  return sentencesOf([...ignoring, ...linesOfTables(source).filter(isLeavingOut)], matched)
}

/** A finding for each line that says what to read and matches nothing: the page has changed, or the line was never right. */
export function noteUnmatchedLines({ source, matched, findings }: ReadingNotes): void {
  const reading = linesOfTables(source).filter((line) => !isLeavingOut(line))
  for (const message of sentencesOf(reading, matched))
    findings.push({ rule: 'source-line-unmatched', message })
}

function sentencesOf(
  lines: readonly LineSentence[],
  matched: ReadonlySet<unknown>,
): readonly string[] {
  return lines.flatMap(({ line, sentence }) => (matched.has(line) ? [] : [sentence]))
}

function isLeavingOut({ line }: LineSentence): boolean {
  return isIgnored(line)
}

function ignoreSentence(line: IgnoreLine): string {
  if (typeof line === 'string') return `No table is under the ignored heading ${quoted(line)}.`
  if ('row' in line) return `No row has the ignored label ${quoted(line.row)}.`
  if ('column' in line) return `No column has the ignored heading ${quoted(line.column)}.`
  if (typeof line.table === 'number') return `The page has no table ${line.table} to ignore.`
  const names = [line.table].flat().map((one) => quoted(one))
  return `No table is under the ignored headings ${names.join(', ')}.`
}

/** The lines of all tables, in the order of their pages: the order of the definitions has no meaning. */
function linesOfTables({ pages, tables }: SourceDefinition): readonly LineSentence[] {
  const place = ({ page = pages[0]?.name }: SourceTable) =>
    pages.findIndex(({ name }) => name === page)
  return tables.toSorted((a, b) => place(a) - place(b)).flatMap(linesOfTable)
}

function linesOfTable(table: SourceTable): readonly LineSentence[] {
  // Sorted, because the digest of a source does not depend on the order of its keys.
  const columns = Object.entries(table.columns).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return [
    ...columns.map(([heading, role]) =>
      isIgnored(role)
        ? { line: role, sentence: `No column has the ignored heading ${quoted(heading)}.` }
        : {
            line: columnKey(table, heading),
            sentence: `No record has the member ${quoted(heading)}.`,
          },
    ),
    ...Object.entries(table.rows ?? {}).map(([label, role]) => ({
      line: role,
      sentence: isIgnored(role)
        ? `No row has the ignored label ${quoted(label)}.`
        : `No row has the label ${quoted(label)}, which \`rows\` of the source names.`,
    })),
    ...(table.relabel ?? []).map((line) => ({
      line,
      sentence: `No row is relabelled by the line that says ${quoted(line.because)}.`,
    })),
  ]
}
