import { counted } from '../../domain/text.ts'
import { bodiesText, type CapturedPage } from '../../domain/origin.ts'
import { clockOf, timeOf, type Draft, type Entry } from '../../domain/entry.ts'
import type { Finding, GateLimits } from '../../domain/gate-limits.ts'
import type { Instant } from '../../domain/instant.ts'
import { openHold, type RunOutcome } from '../../book/market/collection.ts'
import type { InstitutionBook } from '../../book/market/market.ts'
import { append } from '../../book/publish/append.ts'
import { readBook, type KnownBooks } from '../../book/publish/context-from-store.ts'
import type { EntryClock } from '../../book/publish/entry-instant.ts'
import { mayHideRows } from '../read/read-pages.ts'
import type { PageBytes, Reading, ReadResult } from '../read/reading.ts'
import type { SourceDefinition } from '../read/source-schema.ts'
import type { BookReader, Store } from '../../book/store/store.ts'
import { capturePages, type CaptureResult, type CaptureTools } from './capture-pages.ts'
import { capturedPages } from '../captures/captures.ts'
import type { RunInput } from '../source/collected-sheet.ts'
import { decideRun, oneLine } from './decide-run.ts'
import { dueAt } from '../source/due.ts'
import { lastReading } from '../source/earlier-reading.ts'
import { failureOf } from '../source/run-failure.ts'
import type { LoadedSource } from '../source/load-source.ts'

/** The tools of a run: they fetch, keep, read and enter. */
export type CollectTools = CaptureTools & {
  readonly store: Pick<Store, 'append'> & BookReader
  /** The books that were read before; a run reads only what is newer. */
  readonly known: KnownBooks
  /** Where the instants of entries come from. */
  readonly instant: EntryClock
  /** Reads pages in the cage. It never rejects because of what is in a page. */
  readonly read: (source: SourceDefinition, pages: readonly PageBytes[]) => Promise<ReadResult>
  /** Checks in the cage that every figure stands where its cells say. Returns sentences about those that do not. */
  readonly checkEvidence: (
    reading: Reading,
    pages: readonly PageBytes[],
  ) => Promise<readonly string[]>
  readonly isOneReviewerEnough: boolean
  readonly limits: GateLimits
  /** Ends the run without an entry. */
  readonly signal: AbortSignal
}

/** How a run ended. Only the first kind made an entry. `crashed`: an unexpected error, twice. */
export type RunReport = { readonly institutionId: string } & (
  | {
      readonly kind: 'entered'
      readonly outcome: RunOutcome
      readonly draft: Draft
      readonly position: number
      readonly findings: readonly Finding[]
      readonly captures: readonly CapturedPage[]
      readonly nextDue: Instant
      /** Why it failed, as a sentence. */
      readonly message?: string
      /** Lines of the source that match nothing any more. */
      readonly unmatched: readonly string[]
      /** How many offers were read; 0 if it failed. */
      readonly offers: number
      /** Whether a held sheet waits for a reviewer. */
      readonly isHeld: boolean
      readonly warning?: string
      /** The trace of the unexpected error that ended it. */
      readonly bug?: string
    }
  | { readonly kind: 'skipped' | 'stopped' | 'misconfigured'; readonly message: string }
  | { readonly kind: 'crashed'; readonly bug: string }
)

/**
 * Runs the collector for one institution that is due: fetch and capture its pages, read them, prove the figures, let the gate
 * decide, and enter how that ended. A run that is killed leaves the book whole and is simply run again. Throws a `StoreError` or a
 * `CapturesError`, because the other institutions cannot be collected either.
 */
export async function collectInstitution(
  source: LoadedSource,
  tools: CollectTools,
): Promise<RunReport> {
  const { definition } = source
  const { institution: institutionId } = definition
  const book = await readBook(tools.store, institutionId, tools.known)
  if (book === undefined) {
    const message = `The institution ${institutionId} is not registered; register it first: ratebook register FILE.`
    return { kind: 'misconfigured', institutionId, message }
  }
  if (!book.institution.active)
    return { kind: 'skipped', institutionId, message: 'The institution is not active.' }

  const { captures, pages, failure } = await capturePages(definition, tools)
  const { from, clockIsRight = false } = tools.instant
  const clockProblem =
    from === 'clock' && !clockIsRight ? tools.hostClocks.problem(tools.now()) : undefined
  if (clockProblem !== undefined)
    return { kind: 'misconfigured', institutionId, message: clockProblem }
  const result =
    failure ?? (await readAndProve(definition, { book, captures, pages }, tools).catch(failureOf))
  if (tools.signal.aborted) {
    const message = 'The run was stopped, and nothing was entered.'
    return { kind: 'stopped', institutionId, message }
  }
  try {
    return await enter({ source, captures, result }, tools)
  } catch (error) {
    return enter({ source, captures, result: failureOf(error) }, tools)
  }
}

/** Reads the pages, and proves that each figure stands where its cells say. */
async function readAndProve(
  definition: SourceDefinition,
  captured: CapturedRun,
  tools: CollectTools,
): Promise<RunInput['result']> {
  const { pages } = captured
  const { read, checkEvidence } = tools
  const reading = await read(definition, pages)
  if ('failure' in reading) {
    const { failure, place } = reading
    return { failure: place === undefined ? failure : `${failure} (${place})` }
  }
  const [problem] = await checkEvidence(reading, pages)
  if (problem !== undefined) return { failure: problem }
  const found = [
    ...reading.findings,
    ...(await hiddenRowsFindings(definition, reading, captured, tools)),
  ]
  // Their texts come from the pages.
  const findings = found.map((finding) => ({ ...finding, message: oneLine(finding.message) }))
  return { reading: { ...reading, findings, unmatched: reading.unmatched.map(oneLine) } }
}

type CapturedRun = Pick<CaptureResult, 'captures' | 'pages'> & { readonly book: InstitutionBook }

/**
 * A finding if the pages of the last reading had another number of hidden rows. They are read again as the source says now, so that
 * neither a new definition nor a new version of the reader looks like a change of the pages.
 */
async function hiddenRowsFindings(
  definition: SourceDefinition,
  { account: { hidden } }: Reading,
  { book, captures }: CapturedRun,
  tools: CollectTools,
): Promise<readonly Finding[]> {
  const last = definition.pages.some(mayHideRows) ? lastReading(book) : undefined
  if (last === undefined || bodiesText(last.origin.captures) === bodiesText(captures)) return []
  const pages = await capturedPages(last.origin.captures, tools.captures)
  const before = 'message' in pages ? undefined : await tools.read(definition, pages)
  if (before === undefined || 'failure' in before) return []
  const { rows } = before.account.hidden
  if (rows === hidden.rows) return []
  const message = `${counted(hidden.rows, 'row')} of the pages ${hidden.rows === 1 ? 'is' : 'are'} hidden from their readers; on the pages of position ${last.position} it was ${rows}.`
  return [{ rule: 'hidden-rows-changed', message }]
}

/** Lets the gate decide how the run ended, and enters it. */
async function enter(
  found: Pick<RunInput, 'source' | 'captures' | 'result'>,
  tools: CollectTools,
): Promise<RunReport> {
  const { store, known, instant: clock, isOneReviewerEnough, limits } = tools
  const { source, captures, result } = found
  const { institution: institutionId } = source.definition
  const done = await append(
    store,
    clock,
    async (reader) => ({
      book: await readBook(reader, institutionId, known),
      currency: await reader.currency(),
    }),
    ({ book, currency }, instant) => {
      const { at, problem } = instant
      if (problem !== undefined) return { report: problem }
      if (book === undefined)
        return { report: { message: 'The institution is no longer registered in the book.' } }
      const nextDue = nextDueOf(found, timeOf(instant))
      const input = { ...found, at, nextDue, isOneReviewerEnough, limits }
      const decision = decideRun(input, { book, currency, ...clockOf(instant) })
      return { ...decision, nextDue, drafts: [decision.draft] }
    },
  )
  if ('report' in done) {
    const { message } = done.report
    const isTooLarge = 'code' in done.report && done.report.code === 'too-large'
    if (isTooLarge) return enter({ source, captures, result: { failure: message } }, tools)
    return { kind: 'misconfigured', institutionId, message }
  }
  const { outcome, findings, nextDue, entries, warned } = done
  const draft = entries[0] as Entry
  const after = await readBook(store, institutionId, known)
  return {
    kind: 'entered',
    institutionId,
    outcome,
    draft,
    findings,
    nextDue,
    position: draft.position,
    captures,
    unmatched: 'reading' in result ? result.reading.unmatched : [],
    offers: 'reading' in result ? result.reading.offers.length : 0,
    isHeld: after !== undefined && openHold(after) !== undefined,
    ...(draft.kind === 'rates-checked' &&
      draft.message !== undefined && { message: draft.message }),
    ...('failure' in result && result.bug !== undefined && { bug: result.bug }),
    ...warned,
  }
}

/** When the next run is due. A site may have asked for a longer pause than that of the schedule. */
function nextDueOf({ source, result }: Pick<RunInput, 'source' | 'result'>, at: Instant): Instant {
  const { nextDue } = dueAt(source.definition, at, at)
  const retryAt = 'failure' in result ? result.retryAt : undefined
  return retryAt !== undefined && retryAt > nextDue ? retryAt : nextDue
}
