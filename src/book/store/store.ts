import type { Draft, Entry, EntryKind, Head } from '../../domain/entry.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Institution } from '../../domain/institution.ts'
import type { BookPosition, StoredEntry } from '../../domain/stored-entry.ts'

/** How to open a book: `create` makes it if it does not exist. */
export type StoreMode = 'create' | 'write' | 'read'

/** How to open a book. */
export type OpenOptions = {
  readonly mode: StoreMode
  readonly follow?: FollowOptions | undefined
  /** Accept any schema with entries; only with mode `read`. */
  readonly entriesOnly?: boolean | undefined
  /** This machine's clock, which is compared with that of PostgreSQL before each append. */
  readonly clock?: (() => Instant) | undefined
}

/** Reads the book; inside `append`, within the transaction. Refuses every entry that does not match its digest. */
export type BookReader = {
  /** The position and time of the last entry. */
  head(): Promise<Head>
  /** The currency of the book, which its first sheet sets. */
  currency(): Promise<string | undefined>
  /** The entry at a position; `undefined` if there is none. */
  entryAt(position: number): Promise<Entry | undefined>
  /** The last record of every institution, in no particular order. */
  institutions(): Promise<readonly Institution[]>
  /** An institution's entries, newest first, in batches; optionally of one kind only. */
  entriesOf(institutionId: string, kind?: EntryKind): AsyncIterable<readonly Entry[]>
}

/** A book on disk. All implementations pass the contract tests in `test/book/store`. Disk and database errors are `StoreError`s. */
export type Store = BookReader & {
  /** The path or address of the book, without secrets. */
  readonly name: string
  /** The address of the book that this one mirrors; such a book lacks private bodies, and `append` refuses it. */
  readonly mirrorOf: string | undefined
  /** How the schema differs from that of this Ratebook, if the book was opened for its entries alone. */
  readonly otherSchema?: OtherSchema | undefined
  /** Which of several servers was chosen, and why the ones before it were not, as sentences for the log. */
  readonly server?: string
  /**
   * Appends the drafts that `decide` returns, all or nothing, and returns them with their positions. `decide` holds the write
   * lock, so it sees the book that it appends to. An empty array writes nothing. The digests continue that of the last entry.
   */
  append(decide: (book: BookReader) => Promise<readonly Draft[]>): Promise<readonly Entry[]>
  /**
   * Appends entries of another book as they are, all or nothing, after it has verified their digests. Returns false, and writes
   * nothing, if they do not begin after the last entry. For mirrors and copies.
   */
  appendStored(entries: readonly StoredEntry[]): Promise<boolean>
  /** Makes an empty book a mirror of another one, for ever. Does nothing to a mirror, and throws for a book with entries of its own. */
  becomeMirror(url: string): Promise<void>
  /** The last signed note about this book that was kept; `undefined` if there is none. */
  keptCheckpoint(): Promise<string | undefined>
  /** Keeps a signed note about the book up to a position, in place of an earlier one about the same position. */
  keepCheckpoint(position: number, note: string): Promise<void>
  /**
   * The entries after a position, oldest first, in batches of at most `batchSize`, exactly as stored. `verifiedEntries` checks
   * their digests.
   */
  storedEntries(after: number, batchSize?: number): AsyncIterable<readonly StoredEntry[]>
  /** The stored digest of the entry at a position, or `undefined` if there is no such entry; 64 zeros for position 0. */
  digestAt(position: number): Promise<string | undefined>
  /** Whether the book can be read now. False also if its file was replaced; open the book again then. */
  isReadable(): Promise<boolean>
  /** Checks the structure of the database file, where the engine can. Throws a `StoreError` if it is damaged. */
  checkIntegrity?(): Promise<void>
  /** Whether the database role may append, where the database has roles. */
  canWrite?(): Promise<boolean>
  /** Calls the listener soon after each append, where the database supports notifications. */
  subscribe?(listener: () => void): Promise<void>
  close(): Promise<void>
}

/**
 * A schema that this Ratebook did not create. `configuration`: another build created it. `disk`: it was altered. The finding
 * and the advice are sentences.
 */
export type OtherSchema = {
  readonly kind: 'configuration' | 'disk'
  readonly finding: string
  readonly advice: string
}

/** Options of a server that follows a book and must notice quickly when the database is gone. */
export type FollowOptions = {
  /** Refuse a book that does not contain what was already served. */
  readonly served: BookPosition | undefined
  /** Aborts connections and connection attempts, so that stopping never waits for an unresponsive database. */
  readonly signal?: AbortSignal | undefined
}

/** `configuration`: a setting must change. `disk`: the disk failed, or the book is damaged. `unknown`: the commit may or may not have happened. */
export type StoreErrorKind = 'configuration' | 'unreachable' | 'disk' | 'unknown'

/** An error of the disk or the database, as a sentence for the person who runs the command. */
export class StoreError extends Error {
  readonly kind: StoreErrorKind

  constructor(kind: StoreErrorKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'StoreError'
    this.kind = kind
  }
}
