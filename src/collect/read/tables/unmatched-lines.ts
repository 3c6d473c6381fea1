import type { SourceDefinition } from '../source-schema.ts'
import type { SourceTable } from '../source/table-schema.ts'
import { columnKey, isIgnored, type ReadingNotes } from './reading-notes.ts'
import { quoted } from '../../../domain/text.ts'

type IgnoreLine = NonNullable<SourceDefinition['ignore']>[number]

/** A line of the source, and the sentence that says that it matches nothing. */
type Sentence = readonly [line: unknown, sentence: string]

/** A sentence for each line that leaves something out and matches nothing any more. */
export function unmatchedLines({ source, matched }: ReadingNotes): readonly string[] {
  const { ignore = [] } = source
  return sentencesOf(matched, [
    ...ignore.filter((line) => !isAboutTable(line)).map(ignoreSentence),
    ...ignore.filter(isAboutTable).map(ignoreSentence),
    ...tablesInOrder(source).flatMap(leftOutByTable),
  ])
}

/** A finding for each line that says what to read and matches nothing: the page has changed, or the line was never right. */
export function noteUnmatchedLines({ source, matched, findings }: ReadingNotes): void {
  for (const message of sentencesOf(matched, tablesInOrder(source).flatMap(readByTable)))
    findings.push({ rule: 'source-line-unmatched', message })
}

function sentencesOf(matched: ReadonlySet<unknown>, lines: readonly Sentence[]): readonly string[] {
  return lines.flatMap(([line, sentence]) => (matched.has(line) ? [] : [sentence]))
}

/** The tables in the order of their pages, because the order of the definitions has no meaning. */
function tablesInOrder({ pages, tables }: SourceDefinition): readonly SourceTable[] {
  const place = ({ page = pages[0]?.name }: SourceTable) =>
    pages.findIndex(({ name }) => name === page)
  return tables.toSorted((a, b) => place(a) - place(b))
}

/** Sorted, because the digest of a source does not depend on the order of its keys. */
function sortedColumns({ columns }: SourceTable) {
  return Object.entries(columns).toSorted(([a], [b]) => (a < b ? -1 : 1))
}

function isAboutTable(line: IgnoreLine): boolean {
  return typeof line === 'string' || 'table' in line
}

function ignoreSentence(line: IgnoreLine): Sentence {
  if (typeof line === 'string')
    return [line, `No table is under the ignored heading ${quoted(line)}.`]
  if ('row' in line) return [line, `No row has the ignored label ${quoted(line.row)}.`]
  if ('column' in line) return [line, `No column has the ignored heading ${quoted(line.column)}.`]
  if (typeof line.table === 'number')
    return [line, `The page has no table ${line.table} to ignore.`]
  const names = [line.table]
    .flat()
    .map((one) => quoted(one))
    .join(', ')
  return [line, `No table is under the ignored headings ${names}.`]
}

function leftOutByTable(table: SourceTable): readonly Sentence[] {
  return [
    ...sortedColumns(table).flatMap(([heading, role]): readonly Sentence[] =>
      isIgnored(role) ? [[role, `No column has the ignored heading ${quoted(heading)}.`]] : [],
    ),
    ...Object.entries(table.rows ?? {}).flatMap(([label, role]): readonly Sentence[] =>
      isIgnored(role) ? [[role, `No row has the ignored label ${quoted(label)}.`]] : [],
    ),
  ]
}

function readByTable(table: SourceTable): readonly Sentence[] {
  const { rows = {}, relabel = [] } = table
  return [
    ...sortedColumns(table).flatMap(([heading, role]): readonly Sentence[] =>
      isIgnored(role)
        ? []
        : [[columnKey(table, heading), `No record has the member ${quoted(heading)}.`]],
    ),
    ...Object.entries(rows).flatMap(([label, role]): readonly Sentence[] =>
      isIgnored(role)
        ? []
        : [[role, `No row has the label ${quoted(label)}, which \`rows\` of the source names.`]],
    ),
    ...relabel.map((line): Sentence => [
      line,
      `No row is relabelled by the line that says ${quoted(line.because)}.`,
    ]),
  ]
}
