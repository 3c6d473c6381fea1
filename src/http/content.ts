import type { Instant } from '../domain/instant.ts'
import type { Span } from '../query/freshness.ts'
import type { ServerState } from './endpoint.ts'
import type { Headers } from './headers.ts'
import type { HttpResponse } from './http-response.ts'
import type { Source } from './source.ts'

/** The content of an answer, before it is compressed or replaced by a 304. */
export type Content = {
  /** The media type. */
  readonly type: string
  /** Writes the body. It is not called if the client already has the body. */
  readonly text: () => string
  /** A part of the ETag, such as `csv`: distinguishes contents of one address at one position of the book. */
  readonly etagLabel: string
  /** The instant of the market that the content was computed from; absent for an empty book. */
  readonly modified?: Instant
  /** The span in which the content is valid; absent if only a new entry changes it. */
  readonly span?: Span
  /** Additional headers, which override those that every answer has. */
  readonly headers?: Headers
}

/** A valid request. */
export type ContentRequest = {
  /** Requests that mean the same share a key; `undefined` if the response is not cached. */
  readonly cacheKey: string | undefined
  /** The instant whose market answers the request; absent for the present one. */
  readonly knownAt?: Instant
  /** Reads what the content needs from the book; absent if the market is enough. */
  readonly prepare?: (
    state: ServerState,
    readEntry: Source['readEntry'],
  ) => ServerState | Promise<ServerState>
  /** Computes the content, or a problem. */
  readonly content: (state: ServerState) => Content | HttpResponse
}
