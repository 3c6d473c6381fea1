import type { RunOutcome } from '../../book/market/runs.ts'
import { StoreError } from '../../book/store/store.ts'
import { changeCounts } from '../../domain/change.ts'
import type { Draft, SiteRefusal } from '../../domain/entry.ts'
import type { Finding } from '../../domain/gate-limits.ts'
import { instantText, type Instant } from '../../domain/instant.ts'
import type { CapturedPage } from '../../domain/origin.ts'
import { counted } from '../../domain/text.ts'
import { CapturesError } from '../captures/captures.ts'

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

/** Why a run has no reading, as a sentence. */
export type RunFailure = {
  readonly failure: string
  /** How the site refused a request, if that is the failure. */
  readonly refusal?: SiteRefusal
  /** Nothing may be requested from the host before. */
  readonly retryAt?: Instant
  /** The trace of an unexpected error. */
  readonly bug?: string
}

/** Whether the book or the folder of captures cannot be used: no institution can be collected then, and none is at fault. */
export function isStorageError(error: unknown): error is StoreError | CapturesError {
  return error instanceof StoreError || error instanceof CapturesError
}

/** The failure that an error is: it is entered, and the other institutions go on. Throws an error of the storage. */
export function failureOf(error: unknown): RunFailure {
  if (isStorageError(error)) throw error
  const failure = 'An unexpected error ended the run; the collector reported it.'
  return { failure, bug: traceOf(error) }
}

/** An unexpected error as text for a bug report. */
export function traceOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

type EnteredRun = Extract<RunReport, { kind: 'entered' }>

/** One line about how the run of an institution ended, and lines about what a person should look at. */
export function runLines(report: RunReport, isDryRun = false): readonly string[] {
  const { institutionId: id } = report
  switch (report.kind) {
    case 'entered':
      return [`${id}: ${summaryOf(report, isDryRun)}`, ...detailsOf(report)]
    case 'crashed':
      return [`${id}: failed, because of an unexpected error; nothing was entered`]
    case 'misconfigured':
    case 'skipped':
    case 'stopped':
      return [`${id}: not collected: ${report.message}`]
    default:
      throw report satisfies never
  }
}

/** A source may have a hundred pages. */
const mostDigests = 4

function summaryOf(report: EnteredRun, isDryRun: boolean): string {
  const { captures, nextDue, position } = report
  const digests = captures.slice(0, mostDigests).map(({ digest }) => digest.slice(0, 12))
  const others = captures.length - digests.length
  const evidence = [...digests, ...(others > 0 ? [`and ${others} more`] : [])].join(' ')
  return [
    outcomeText(report),
    isDryRun ? 'nothing entered' : `position ${position}`,
    evidence === '' ? [] : `evidence ${evidence}`,
    `next due ${instantText(nextDue)}`,
  ]
    .flat()
    .join('; ')
}

function outcomeText({ draft, outcome, offers, findings, isHeld }: EnteredRun): string {
  if (draft.kind === 'rates-checked' && draft.message !== undefined)
    return `failed: ${draft.message.replace(/\.$/, '')}`
  const read = `${outcome}, ${counted(offers, 'offer')}`
  if (draft.kind === 'sheet-published') return `${read}, ${changeCounts(draft.changes)}`
  if (outcome === 'verified') return read
  const count = counted(findings.length, 'finding')
  if (draft.kind !== 'sheet-held')
    return `${read}, ${count}, ${isHeld ? 'as before' : 'a reviewer has decided about them'}`
  return `${read}, ${count}, waits for ${draft.reviewers === 1 ? 'a reviewer' : 'two reviewers'}`
}

/** The findings of a sheet that is newly held, the lines of the source that are out of date, and an older hold that still waits. */
function detailsOf({ draft, outcome, findings, unmatched, isHeld }: EnteredRun): readonly string[] {
  const held = draft.kind === 'sheet-held' ? findings : []
  return [
    ...held.map(({ rule, message }) => `  ${message} [${rule}]`),
    ...unmatched.map((sentence) => `  ${sentence}`),
    ...(isHeld && outcome !== 'held' ? ['  An earlier sheet still waits for a reviewer.'] : []),
  ]
}

/** The sentence before the trace of an unexpected error. */
export const bugText = 'This is a bug in Ratebook; please report it with what follows.'
