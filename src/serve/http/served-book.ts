import type { Instant } from '../../domain/instant.ts'
import type { Market } from '../../book/market/market.ts'
import type { BookEntry, KeptCheckpoint, LogEntries, TreeReader } from './endpoint.ts'

/** The book as a server follows it, and the clock. */
export type ServedBook = {
  /** The current market. */
  readonly market: () => Market
  /** The digest of all entries of that market, in hexadecimal. ETags contain it. */
  readonly digest: () => string
  /** The tree over the digests of that market's entries. */
  readonly tree: () => TreeReader
  /** Whether the book can be read at this moment. */
  readonly isHealthy: () => boolean
  readonly now: () => Instant
  /** Reads a whole entry from the book; `undefined` if it cannot be read at this moment. Only `/evidence/{id}` and its proof read entries. */
  readonly readEntry: (position: number) => Promise<BookEntry | undefined>
  /** Reads the checkpoint that the book keeps; `undefined` if it cannot be read at this moment. */
  readonly readKeptCheckpoint: () => Promise<KeptCheckpoint | undefined>
  /** Reads the entries between two positions from the book; `undefined` if it cannot be read at this moment. Only `/log` uses it. */
  readonly readLog: (after: number, to: number) => Promise<LogEntries | undefined>
}
