import type { StoredEntry } from '../../domain/entry-body.ts'
import type { Entry } from '../../domain/entry.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Market } from '../../book/market/market.ts'

/**
 * The Merkle tree over the digests of the book (RFC 6962): roots and proofs in Base64, for every number of entries up to the
 * position of the market.
 */
export type TreeReader = {
  readonly root: (size: number) => string
  /** The proof that the entry at a position has this digest; `undefined` if it has another one. */
  readonly inclusion: (
    position: number,
    digest: string,
    size: number,
  ) => readonly string[] | undefined
  readonly consistency: (from: number, to: number) => readonly string[]
}

/** The checkpoint that a book keeps besides its entries, as a signed note; `undefined` if it keeps none. */
export type KeptCheckpoint = { readonly note: string | undefined }

/** A whole entry of the book, and the digest of the book at its position. */
export type BookEntry = { readonly entry: Entry; readonly digest: string }

/** Successive entries of the book as they are stored, and the digest of the last one. Throws if the book fails, or one does not match. */
export type LogEntries = { readonly digest: string; readonly entries: AsyncIterable<StoredEntry> }

/** Reads what the market leaves out. A read is `undefined` if the book cannot be read at this moment. */
export type BookReader = {
  /** The tree over the digests of the market's entries. Only checkpoints and proofs use it. */
  readonly tree: () => TreeReader
  /** Reads a whole entry. Only `/evidence/{id}` and its proof use it. */
  readonly readEntry: (position: number) => Promise<BookEntry | undefined>
  readonly readKeptCheckpoint: () => Promise<KeptCheckpoint | undefined>
  /** Reads the entries between two positions. Only `/log` uses it. */
  readonly readLog: (after: number, to: number) => Promise<LogEntries | undefined>
}

/** The book as a server follows it, and the clock. */
export type ServedBook = BookReader & {
  /** The current market. */
  readonly market: () => Market
  /** The digest of all entries of that market, in hexadecimal. ETags contain it. */
  readonly digest: () => string
  /** Whether the book can be read at this moment. */
  readonly isHealthy: () => boolean
  readonly now: () => Instant
}
