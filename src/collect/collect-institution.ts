import { CapturesError } from '../captures/captures.ts'
import type { Draft } from '../domain/entry.ts'
import type { Finding } from '../domain/finding.ts'
import type { Instant } from '../domain/instant.ts'
import type { CapturedPage } from '../domain/origin.ts'
import { openHold, type RunOutcome } from '../market/collection.ts'
import { readBook, type KnownBooks } from '../publish/context-from-store.ts'
import { entryInstant, type InstantSource } from '../publish/entry-instant.ts'
import type { PageBytes, Reading, ReadResult } from '../read/reading.ts'
import type { SourceDefinition } from '../read/source-schema.ts'
import { StoreError, type Store } from '../store/store.ts'
import { capturePages, type CaptureTools } from './capture-pages.ts'
import { decideRun, type RunDecision, oneLine } from './decide-run.ts'
import { dueAt } from './due.ts'
import type { RunInput } from './run-input.ts'
import type { LoadedSource } from './source/parse-source.ts'

/** The tools of a run: they fetch, keep, read and enter. */
export type CollectTools = CaptureTools & {
  readonly store: Pick<
    Store,
    'append' | 'entriesOf' | 'head' | 'currency' | 'entryAt' | 'institutions'
  >
  /** The books that were read before; a run reads only what is newer. */
  readonly known: KnownBooks
  /** Where the instants of entries come from. */
  readonly instant: InstantSource
  /** Reads pages in the cage. It never rejects because of what is in a page. */
  readonly read: (source: SourceDefinition, pages: readonly PageBytes[]) => Promise<ReadResult>
  /** Checks in the cage that every figure stands where its cells say. Returns sentences about those that do not. */
  readonly checkEvidence: (
    reading: Reading,
    pages: readonly PageBytes[],
  ) => Promise<readonly string[]>
  readonly isOneReviewerEnough: boolean
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
      readonly warning?: string | undefined
      /** The trace of the unexpected error that ended it. */
      readonly bug?: string
    }
  | { readonly kind: 'skipped' | 'stopped' | 'misconfigured'; readonly message: string }
  | { readonly kind: 'crashed'; readonly bug: string }
)

/**
 * Collects the rates of one institution: captures its pages, reads them, and enters how that ended. A run that is killed leaves
 * the book whole and is simply run again. Throws a `StoreError`, because the other institutions cannot be entered either.
 */
export async function collectInstitution(
  source: LoadedSource,
  tools: CollectTools,
): Promise<RunReport> {
  const institutionId = source.definition.institution
  const book = await readBook(tools.store, institutionId, tools.known)
  if (book === undefined) {
    const message = `The institution ${institutionId} is not registered; register it first: ratebook register FILE.`
    return { kind: 'misconfigured', institutionId, message }
  }
  if (!book.institution.active) {
    return { kind: 'skipped', institutionId, message: 'The institution is not active.' }
  }
  const found = await captureAndRead(source, tools)
  if (tools.signal.aborted)
    return {
      kind: 'stopped',
      institutionId,
      message: 'The run was stopped, and nothing was entered.',
    }
  try {
    return await enter(source, found, tools)
  } catch (error) {
    if (error instanceof StoreError) throw error
    return enter(source, { captures: found.captures, ...unexpected(error) }, tools)
  }
}

/** The result of fetching and reading the pages of an institution. */
type Found = Pick<RunInput, 'captures' | 'result'> & {
  readonly retryAt?: Instant
  readonly bug?: string
}

/** Every error of this part fails the run, so that it is entered and the other institutions go on. */
async function captureAndRead(source: LoadedSource, tools: CollectTools): Promise<Found> {
  const captures: CapturedPage[] = []
  try {
    const captured = await capturePages(source.definition, tools, captures)
    const { pages, failure, refusal, retryAt } = captured
    const result =
      failure === undefined
        ? await readAndCheck(source, pages, tools)
        : { failure, ...(refusal !== undefined && { refusal }) }
    return { captures, result, ...(retryAt !== undefined && { retryAt }) }
  } catch (error) {
    if (error instanceof StoreError) throw error
    if (error instanceof CapturesError) return { captures, result: { failure: error.message } }
    return { captures, ...unexpected(error) }
  }
}

function unexpected(error: unknown): Pick<Found, 'result' | 'bug'> {
  const failure = 'An unexpected error ended the run; the collector reported it.'
  return { result: { failure }, bug: traceOf(error) }
}

/** An unexpected error as text for a bug report. */
export function traceOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

async function readAndCheck(
  { definition }: LoadedSource,
  pages: readonly PageBytes[],
  { read, checkEvidence }: CollectTools,
): Promise<Found['result']> {
  const reading = await read(definition, pages)
  if ('failure' in reading) {
    const { failure, place } = reading
    return { failure: place === undefined ? failure : `${failure} (${place})` }
  }
  const [problem] = await checkEvidence(reading, pages)
  if (problem !== undefined) return { failure: problem }
  // Their texts come from the pages.
  const findings = reading.findings.map((finding) => ({
    ...finding,
    message: oneLine(finding.message),
  }))
  return { reading: { ...reading, findings, unmatched: reading.unmatched.map(oneLine) } }
}

/** Decides how the run ended, and enters it, while the write lock of the book is held. */
async function enter(source: LoadedSource, found: Found, tools: CollectTools): Promise<RunReport> {
  const { definition } = source
  const { institution: institutionId } = definition
  let decided:
    | (RunDecision & Pick<RunInput, 'nextDue'> & { warning?: string | undefined })
    | undefined
  let message: string | undefined
  const [entry] = await tools.store.append(async (reader) => {
    const { at, warning, problem } = entryInstant(tools.instant, await reader.head())
    const book = await readBook(reader, institutionId, tools.known)
    message = problem?.message
    if (problem !== undefined || book === undefined) return []
    const { nextDue: scheduled } = dueAt(definition, at, at)
    const nextDue = Math.max(scheduled, found.retryAt ?? 0) as Instant
    const input = { source, ...found, at, nextDue, isOneReviewerEnough: tools.isOneReviewerEnough }
    const decision = decideRun(input, { book, currency: await reader.currency() })
    decided = { ...decision, nextDue, warning }
    return [decision.draft]
  })
  if (entry === undefined || decided === undefined) {
    return {
      kind: 'misconfigured',
      institutionId,
      message: message ?? 'The institution is no longer registered in the book.',
    }
  }
  const { result, captures, bug } = found
  const after = await readBook(tools.store, institutionId, tools.known)
  const reason = entry.kind === 'rates-checked' ? entry.message : undefined
  return {
    kind: 'entered',
    institutionId,
    ...decided,
    position: entry.position,
    captures,
    unmatched: 'reading' in result ? result.reading.unmatched : [],
    offers: 'reading' in result ? result.reading.offers.length : 0,
    isHeld: after !== undefined && openHold(after) !== undefined,
    ...(reason !== undefined && { message: reason }),
    ...(bug !== undefined && { bug }),
  }
}
