import type { Headers } from './headers.ts'

/** A complete response; header names are in lower case. */
export type HttpResponse = {
  readonly status: number
  readonly headers: Headers
  /** Absent where the status has no body. */
  readonly body?: Buffer
}
