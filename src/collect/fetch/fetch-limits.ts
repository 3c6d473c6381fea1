import { dayLength } from '../../domain/instant.ts'

/** The limits of a fetch. Times are in milliseconds. */
export type FetchLimits = {
  /** From the resolution of the name to the end of the TLS handshake. */
  readonly connect: number
  /** All requests of one page with their redirects and bodies, without the pauses between them. */
  readonly total: number
  readonly redirects: number
  readonly urlLength: number
  readonly headerBytes: number
  /** After decompression. */
  readonly bodyBytes: number
  /** As received, with headers, chunk framing and TLS records. */
  readonly wireBytes: number
  /** How many times as large as it was sent a body may be. */
  readonly ratio: number
  /** The bytes that are read of robots.txt; RFC 9309 asks for at least 500 KiB. */
  readonly robotsBytes: number
  /** How long the rules of robots.txt hold. */
  readonly robotsAge: number
  /** Between two requests to one host. */
  readonly pause: number
  /** A longer pause ends the fetch instead. */
  readonly longestPause: number
  /** The longest Retry-After that is obeyed. */
  readonly longestRetry: number
}

/** The limits that docs/fetching.md promises. */
export const fetchLimits: FetchLimits = {
  connect: 5_000,
  total: 30_000,
  redirects: 3,
  urlLength: 2_000,
  headerBytes: 32_768,
  bodyBytes: 16 * 1_048_576,
  wireBytes: 20 * 1_048_576,
  ratio: 100,
  robotsBytes: 512_000,
  robotsAge: dayLength,
  pause: 10_000,
  longestPause: 300_000,
  longestRetry: 7 * dayLength,
}
