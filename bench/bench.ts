import type { Cleanup } from '../test/support/postgres/cleanup.ts'

/** What all rows of one run share. */
export type Bench = {
  /** A temporary folder, removed at the end. */
  readonly folder: string
  readonly book: string
  /** How many changes the book has. */
  readonly changes: number
  readonly rounds: number
  /** Seconds of one measurement. */
  readonly seconds: number
  /** How many requests come before memory is measured again. */
  readonly distinctRequests: number
  /** The number of the last request, so that no page is requested twice. */
  sent: number
  readonly cleanup: Cleanup
}

/** A server that takes part. */
export type Contender = {
  readonly name: string
  readonly url: string
  /** Header lines that each of its requests has. */
  readonly headers: readonly string[]
  /** Processes whose work, with that of their children, the responses cost. */
  readonly pids: readonly number[]
  /** Milliseconds from its start until it was ready. */
  readonly startedIn: number
  readonly stop: () => Promise<void>
}
