import type { Day } from '../../domain/day.ts'
import type { Finding } from '../../domain/finding.ts'
import { shown } from '../refusal.ts'
import type { SourceDefinition } from '../source-schema.ts'
import type { SourceTable } from '../source/table-schema.ts'

/** The findings and the used lines that one read collects. */
export type ReadingNotes = {
  readonly source: SourceDefinition
  /** The day of the capture. */
  readonly day: Day
  readonly findings: Finding[]
  /** The lines of the source that matched something: `ignore` lines, ignored columns and rows, relabelling. */
  readonly matched: Set<unknown>
}

type IgnoreLine = NonNullable<SourceDefinition['ignore']>[number]

/** A line of the source, and the sentence that says that it matches nothing. */
type Sentence = readonly [line: unknown, sentence: string]

/** A sentence for each line of the source that matched nothing although it leaves something out or relabels it. */
export function unmatchedLines({ source, matched }: ReadingNotes): readonly string[] {
  const { ignore = [], pages, tables } = source
  const inOrder = pages.flatMap(({ name }) =>
    tables.filter(({ page = pages[0]?.name }) => page === name),
  )
  const lines = new Map<unknown, string>([
    ...ignore.filter((line) => !isAboutTable(line)).map(ignoreSentence),
    ...ignore.filter(isAboutTable).map(ignoreSentence),
    ...inOrder.flatMap(tableSentences),
  ])
  return [...lines].flatMap(([line, sentence]) => (matched.has(line) ? [] : [sentence]))
}

function isAboutTable(line: IgnoreLine): boolean {
  return typeof line === 'string' || 'table' in line
}

function ignoreSentence(line: IgnoreLine): Sentence {
  if (typeof line === 'string')
    return [line, `No table is under the ignored heading ${shown(line)}.`]
  if ('row' in line) return [line, `No row has the ignored label ${shown(line.row)}.`]
  if ('column' in line) return [line, `No column has the ignored heading ${shown(line.column)}.`]
  if (typeof line.table === 'number')
    return [line, `The page has no table ${line.table} to ignore.`]
  const names = [line.table].flat().map(shown).join(', ')
  return [line, `No table is under the ignored headings ${names}.`]
}

function tableSentences({ columns, rows = {}, relabel = [] }: SourceTable): readonly Sentence[] {
  const sentences: Sentence[] = []
  // Sorted, because the digest of a source does not depend on the order of its keys.
  for (const [heading, role] of Object.entries(columns).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    if (isIgnored(role))
      sentences.push([role, `No column has the ignored heading ${shown(heading)}.`])
  for (const [label, role] of Object.entries(rows))
    if (isIgnored(role)) sentences.push([role, `No row has the ignored label ${shown(label)}.`])
  for (const line of relabel)
    sentences.push([line, `No row is relabelled by the line that says ${shown(line.because)}.`])
  return sentences
}

/** Whether a column, a row or a word is left out. */
export function isIgnored<T>(role: T): role is Extract<T, { readonly ignore: string }> {
  return typeof role === 'object' && role !== null && 'ignore' in role
}
