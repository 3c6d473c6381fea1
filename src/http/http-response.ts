import type { Readable } from 'node:stream'
import type { Headers } from './headers.ts'

/** A complete response; header names are in lower case. */
export type HttpResponse = {
  readonly status: number
  readonly headers: Headers
  /** Absent where the status has no body. */
  readonly body?: Buffer
  /** Opens the body of a stream, and reports the size of each chunk. The response then has no `body`. */
  readonly stream?: (onChunk: (bytes: number) => void) => Readable
}
