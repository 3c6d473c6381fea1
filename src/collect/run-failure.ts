import { CapturesError } from '../captures/captures.ts'
import type { SiteRefusal } from '../domain/entry.ts'
import type { Instant } from '../domain/instant.ts'
import { StoreError } from '../store/store.ts'

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

/** The failure that an error is: it is entered, and the other institutions go on. Throws a `StoreError`: nothing can be entered. */
export function failureOf(error: unknown): RunFailure {
  if (error instanceof StoreError) throw error
  if (error instanceof CapturesError) return { failure: error.message }
  const failure = 'An unexpected error ended the run; the collector reported it.'
  return { failure, bug: traceOf(error) }
}

/** An unexpected error as text for a bug report. */
export function traceOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
