import type { InstitutionBook } from '../../book/market/market.ts'
import type { Finding } from '../../domain/gate-limits.ts'
import { bodiesText } from '../../domain/origin.ts'
import { counted } from '../../domain/text.ts'
import { capturedPages, type Captures } from '../captures/captures.ts'
import { mayHideRows } from '../read/read-pages.ts'
import type { PageBytes, ReadResult, Reading } from '../read/reading.ts'
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
  captured: CaptureResult,
  book: InstitutionBook,
  tools: ReadTools,
): Promise<Reading | RunFailure> {
  const { pages } = captured
  const reading = await tools.read(definition, pages)
  if ('failure' in reading) {
    const { failure, place } = reading
    return { failure: place === undefined ? failure : `${failure} (${place})` }
  }
  const [problem] = await tools.checkEvidence(reading, pages)
  if (problem !== undefined) return { failure: problem }
  const last = definition.pages.some(mayHideRows) ? lastReading(book) : undefined
  const isOther =
    last !== undefined && bodiesText(last.origin.captures) !== bodiesText(captured.captures)
  const hidden = isOther ? await hiddenRowsFindings(definition, reading, last, tools) : []
  return { ...reading, findings: [...reading.findings, ...hidden] }
}

/**
 * A finding if the pages of the last reading had another number of rows that are hidden from their readers. They are read again as
 * the source says now, so that neither a new definition nor a new version of the reader looks like a change of the pages.
 */
async function hiddenRowsFindings(
  definition: SourceDefinition,
  reading: Reading,
  { origin, position }: NonNullable<ReturnType<typeof lastReading>>,
  tools: ReadTools,
): Promise<readonly Finding[]> {
  const pages = await capturedPages(origin.captures, tools.captures)
  const before = 'message' in pages ? undefined : await tools.read(definition, pages)
  const { rows } = reading.account.hidden
  const were = before === undefined || 'failure' in before ? rows : before.account.hidden.rows
  if (rows === were) return []
  const message = `${counted(rows, 'row')} of the pages ${rows === 1 ? 'is' : 'are'} hidden from their readers; on the pages of position ${position} it was ${were}.`
  return [{ rule: 'hidden-rows-changed', message }]
}
