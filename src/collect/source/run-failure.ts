import { CapturesError } from '../captures/captures.ts'
import type { SiteRefusal } from '../../domain/entry.ts'
import type { Instant } from '../../domain/instant.ts'
import { StoreError } from '../../book/store/store.ts'

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
