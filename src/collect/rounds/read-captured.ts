import type { InstitutionBook } from '../../book/market/market.ts'
import type { Finding } from '../../domain/gate-limits.ts'
import { bodiesText } from '../../domain/origin.ts'
import { counted } from '../../domain/text.ts'
import { capturedPages, type Captures } from '../captures/captures.ts'
import { mayHideRows } from '../read/read-pages.ts'
import type { PageBytes, Reading, ReadResult } from '../read/reading.ts'
import type { SourceDefinition } from '../read/source-schema.ts'
import { lastReading } from '../source/collected-sheet.ts'
import type { CaptureResult } from './capture-pages.ts'
import type { RunFailure } from './run-report.ts'

/** The tools that read pages. */
export type ReadTools = {
  readonly captures: Captures
  /** Reads pages in the cage. It never rejects because of what is in a page. */
  readonly read: (source: SourceDefinition, pages: readonly PageBytes[]) => Promise<ReadResult>
  /** Checks in the cage that every figure stands where its cells say. Returns sentences about those that do not. */
  readonly checkEvidence: (
    reading: Reading,
    pages: readonly PageBytes[],
  ) => Promise<readonly string[]>
}

/** Reads the captured pages of a run in the cage, and proves that each figure stands where its cells say. */
export async function readCaptured(
  definition: SourceDefinition,
  { captures, pages }: CaptureResult,
  book: InstitutionBook,
  tools: ReadTools,
): Promise<Reading | RunFailure> {
  const reading = await tools.read(definition, pages)
  if ('failure' in reading) {
    const { failure, place } = reading
    return { failure: place === undefined ? failure : `${failure} (${place})` }
  }
  const [problem] = await tools.checkEvidence(reading, pages)
  if (problem !== undefined) return { failure: problem }
  const last = definition.pages.some(mayHideRows) ? lastReading(book) : undefined
  if (last === undefined || bodiesText(last.origin.captures) === bodiesText(captures))
    return reading
  // The pages of the last reading are read again as the source says now: a new definition is no change of the pages.
  const kept = await capturedPages(last.origin.captures, tools.captures)
  const before = 'message' in kept ? undefined : await tools.read(definition, kept)
  if (before === undefined || 'failure' in before) return reading
  const changed = hiddenRowsFindings(reading, before, last.position)
  return { ...reading, findings: [...reading.findings, ...changed] }
}

/** A finding if the pages at a position had another number of rows that are hidden from their readers. */
function hiddenRowsFindings(now: Reading, before: Reading, position: number): readonly Finding[] {
  const [{ rows }, { rows: were }] = [now.account.hidden, before.account.hidden]
  if (rows === were) return []
  const message = `${counted(rows, 'row')} of the pages ${rows === 1 ? 'is' : 'are'} hidden from their readers; on the pages of position ${position} it was ${were}.`
  return [{ rule: 'hidden-rows-changed', message }]
}
