import type { StoredEntry } from '../domain/entry-body.ts'
import type { Draft, Entry, EntryKind, Head } from '../domain/entry.ts'

/** What can be read of a book by those who decide what to append to it, inside of the transaction. */
export type BookReader = {
  /** The last position and its instant. */
  head(): Promise<Head>
  /** The currency of the first sheet, which is that of the book; `undefined` before it. */
  currency(): Promise<string | undefined>
  /** The entries of one institution, the newest first, in batches of one or more; of one kind, if it is named. */
  entriesOf(institutionId: string, kind?: EntryKind): AsyncIterable<readonly Entry[]>
}

/**
 * A book on disk. One contract suite (`test/store`) holds for every implementation. What goes wrong with the disk or the
 * database is thrown as a `StoreError`.
 */
export type Store = BookReader & {
  /** Where the book is, fit for a message. */
  readonly name: string
  /** Which of several servers is read, and why those before it are not: sentences for the log. */
  readonly server?: string
  /**
   * Appends what `decide` returns, all or nothing, and returns it with its positions. Only one decision is made at a time,
   * by any process; what it reads is the book that it appends to. No drafts: nothing is written.
   */
  append(decide: (book: BookReader) => Promise<readonly Draft[]>): Promise<readonly Entry[]>
  /** The entries after a position in their order, in batches. */
  entries(after: number): AsyncIterable<readonly Entry[]>
  /** The entries after a position as they are stored, for `audit`, which checks them to the byte. */
  storedEntries(after: number): AsyncIterable<readonly StoredEntry[]>
  /** What the SQL views say, a row an object, in the order of the book or of its terms. */
  views(): Promise<StoreViews>
  /** Whether the book can be read now. */
  isReadable(): Promise<boolean>
  /** Whether who opened the book could also write in it, where that can be another than who may read it. */
  mayWrite?(): Promise<boolean>
  /** Has `tell` called soon after something was entered, where the database says so by itself. */
  news?(tell: () => void): Promise<void>
  close(): Promise<void>
}

/** What was read of a book before: a position, and the text of the past up to it (`past.ts`). */
export type Served = { readonly position: number; readonly past: string }

/** What those say who read a book on and on, and have to notice soon that a server is gone. */
export type Follow = {
  /** What they have served, if anything. */
  readonly served: Served | undefined
  /** Ends their sessions, and attempts at one, at once: nobody who stops waits for a server that says nothing. */
  readonly signal?: AbortSignal | undefined
}

type Row = Readonly<Record<string, unknown>>
export type StoreViews = {
  readonly institution: readonly Row[]
  readonly rateHistory: readonly Row[]
  readonly currentOffer: readonly Row[]
}

/** Why a book cannot be opened, read or written: `configuration` where another setting helps, `unknown` where it is not known whether what was written stands. */
export type StoreTrouble = 'configuration' | 'unreachable' | 'disk' | 'unknown'

/** A sentence for whoever runs the command, and what kind of trouble it is. */
export class StoreError extends Error {
  readonly trouble: StoreTrouble

  constructor(trouble: StoreTrouble, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'StoreError'
    this.trouble = trouble
  }
}
