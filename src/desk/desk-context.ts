import type { Market } from '../book/market/market.ts'
import type { EntryClock } from '../book/publish/entry-instant.ts'
import type { Store } from '../book/store/store.ts'
import type { Captures } from '../collect/captures/captures.ts'
import type { LoadedSource } from '../collect/source/load-source.ts'
import type { Reviewer } from '../domain/entry.ts'
import type { GateLimits } from '../domain/gate-limits.ts'
import type { Instant } from '../domain/instant.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in reviewer. The guards set it before every handler that is not public. */
    reviewer: Reviewer
  }
  interface FastifyContextConfig {
    /** Whether a route of the desk answers without a signed-in reviewer. */
    readonly isPublic?: boolean
  }
}

/** The book, the captures and the settings that the routes of the desk use. */
export type DeskContext = {
  /** The book as it is open now, for writing: it is opened again after a failure. */
  readonly store: () => Store
  readonly captures: Captures
  /** The market, kept up to date with the book. */
  readonly market: () => Market
  /** Resolves once the market contains every entry that the book has now, or after a few seconds if the book cannot be read. */
  readonly caughtUp: () => Promise<void>
  readonly now: () => Instant
  /** Where the instant of an entry comes from. */
  readonly instant: EntryClock
  /** Whether one reviewer may approve what asks for two. */
  readonly isOneReviewerEnough: boolean
  /** The limits of the gate. */
  readonly limits: GateLimits
  /** The source definition of an institution, read again at each call. */
  readonly sourceOf: (institutionId: string) => LoadedSource | undefined
}
