import { openHold } from '../../book/market/holds.ts'
import type { InstitutionBook } from '../../book/market/market.ts'
import { append } from '../../book/publish/append.ts'
import { readBook, type KnownBooks } from '../../book/publish/context-from-store.ts'
import type { EntryClock } from '../../book/publish/entry-instant.ts'
import type { BookReader, Store } from '../../book/store/store.ts'
import { clockOf, timeOf, type Entry } from '../../domain/entry.ts'
import type { GateLimits } from '../../domain/gate-limits.ts'
import type { Instant } from '../../domain/instant.ts'
import { dueAt } from '../source/due.ts'
import type { LoadedSource } from '../source/load-source.ts'
import { capturePages, type CaptureTools } from './capture-pages.ts'
import { decideRun, type RunInput } from './decide-run.ts'
import { readCaptured, type ReadTools } from './read-captured.ts'
import { failureOf, type RunFailure, type RunReport } from './run-report.ts'

/** The tools of a run: they fetch, keep, read and enter. */
export type CollectTools = CaptureTools &
  ReadTools & {
    readonly store: Pick<Store, 'append'> & BookReader
    /** The books that were read before; a run reads only what is newer. */
    readonly known: KnownBooks
    /** Where the instants of entries come from. */
    readonly instant: EntryClock
    readonly isOneReviewerEnough: boolean
    readonly limits: GateLimits
    /** Ends the run without an entry. */
    readonly signal: AbortSignal
  }

/**
 * Runs the collector for one institution that is due: fetch and capture its pages, read them in the cage, prove the figures, let the
 * gate decide, and enter how that ended. A run that is killed leaves the book whole and is simply run again. Throws a `StoreError` or
 * a `CapturesError`, because the other institutions cannot be collected either.
 */
export async function collectInstitution(
  source: LoadedSource,
  tools: CollectTools,
): Promise<RunReport> {
  const { definition } = source
  const { institution: institutionId } = definition
  const book = await readBook(tools.store, institutionId, tools.known)
  if (book?.institution.active !== true) return notCollected(institutionId, book)

  const captured = await capturePages(definition, tools)
  const read =
    captured.failure ?? (await readCaptured(definition, captured, book, tools).catch(failureOf))
  const hindrance = hindranceOf(tools)
  if (hindrance !== undefined) return { institutionId, ...hindrance }

  const run = { source, captures: captured.captures, result: read }
  const report = await enterRun(run, tools).catch(failureOf)
  if (!('failure' in report)) return report
  // What cannot be entered as it was read is entered as a failed run.
  const failed = await enterRun({ ...run, result: report }, tools)
  if ('failure' in failed) throw new Error(failed.failure)
  return failed
}

function notCollected(institutionId: string, book: InstitutionBook | undefined): RunReport {
  if (book !== undefined)
    return { kind: 'skipped', institutionId, message: 'The institution is not active.' }
  const message = `The institution ${institutionId} is not registered; register it first: ratebook register FILE.`
  return { kind: 'misconfigured', institutionId, message }
}

/** Why nothing can be entered now that the pages are read. */
function hindranceOf({ instant, hostClocks, now, signal }: CollectTools) {
  const { from, clockIsRight = false } = instant
  const problem = from === 'clock' && !clockIsRight ? hostClocks.problem(now()) : undefined
  if (problem !== undefined) return { kind: 'misconfigured', message: problem } as const
  const message = 'The run was stopped, and nothing was entered.'
  return signal.aborted ? ({ kind: 'stopped', message } as const) : undefined
}

const unregistered = { message: 'The institution is no longer registered in the book.' }

/** Decides under the write lock how a run ends, and enters it. Returns a failure if the entry would be too large. */
async function enterRun(
  run: Pick<RunInput, 'source' | 'captures' | 'result'>,
  { store, known, instant: clock, isOneReviewerEnough, limits }: CollectTools,
): Promise<RunReport | RunFailure> {
  const { institution: institutionId } = run.source.definition
  const done = await append(
    store,
    clock,
    async (reader) => ({
      book: await readBook(reader, institutionId, known),
      currency: await reader.currency(),
    }),
    ({ book, currency }, instant) => {
      if (instant.problem !== undefined || book === undefined)
        return { report: instant.problem ?? unregistered }
      const nextDue = nextDueOf(run, timeOf(instant))
      const input = { ...run, at: instant.at, nextDue, isOneReviewerEnough, limits }
      const decision = decideRun(input, { book, currency, ...clockOf(instant) })
      return { decision, nextDue, drafts: [decision.draft] }
    },
  )
  if ('report' in done) {
    const { message } = done.report
    const isTooLarge = 'code' in done.report && done.report.code === 'too-large'
    return isTooLarge ? { failure: message } : { kind: 'misconfigured', institutionId, message }
  }
  const { decision, nextDue, entries, warned } = done
  const { outcome, findings, reading } = decision
  const draft = entries[0] as Entry
  const { captures, result } = run
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
    unmatched: reading?.unmatched ?? [],
    offers: reading?.offers.length ?? 0,
    isHeld: after !== undefined && openHold(after) !== undefined,
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
