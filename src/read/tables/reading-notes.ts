import type { Day } from '../../domain/day.ts'
import type { Finding } from '../../domain/finding.ts'
import type { SourceDefinition } from '../source-schema.ts'

/** The findings and unused lines that one read collects. */
export type ReadingNotes = {
  readonly source: SourceDefinition
  /** The day of the capture. */
  readonly day: Day
  readonly findings: Finding[]
  /** The lines of the source that may match nothing: `ignore` lines, ignored columns and rows, relabelling. */
  readonly lines: Map<unknown, { readonly sentence: string; isMatched: boolean }>
}

/** Registers a line of the source that the reader reports if it matches nothing. */
export function addLine(notes: ReadingNotes, line: unknown, sentence: string): void {
  if (!notes.lines.has(line)) notes.lines.set(line, { sentence, isMatched: false })
}

/** Records that a line of the source matched something. */
export function markMatched(notes: ReadingNotes, line: unknown): void {
  const found = notes.lines.get(line)
  if (found !== undefined) found.isMatched = true
}
