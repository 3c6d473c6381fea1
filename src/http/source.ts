import type { Instant } from '../domain/instant.ts'
import type { Market } from '../market/market.ts'

/** The market, the book's state and the clock, which the server gets from outside. */
export type Source = {
  /** The current market. */
  readonly market: () => Market
  /** The digest of all entries of that market, in hexadecimal. ETags contain it. */
  readonly digest: () => string
  /** Whether the book can be read at this moment. */
  readonly isHealthy: () => boolean
  readonly now: () => Instant
}
