import type { Static, TObject, TSchema } from 'typebox'
import type { Market } from '../../book/market/market.ts'
import type { Span } from '../../book/query/freshness.ts'
import { gapWarning } from '../../domain/change.ts'
import type { Entry } from '../../domain/entry.ts'
import { parseInstant, type Instant } from '../../domain/instant.ts'
import type { StoredEntry } from '../../domain/stored-entry.ts'
import type { ParameterError, QueryValues } from './schema/read-query.ts'
import type { Site } from './site.ts'

/** A value of a record. Few records have lists or objects in them. */
export type WireValue = string | number | boolean | null | readonly WireValue[] | WireRow

/** One record of an answer, with the field names of the API. */
export type WireRow = { readonly [name: string]: WireValue }

/** A value of a record as text; a list or an object as JSON. */
export function valueText(value: WireValue | undefined): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The warning of a row with details, as `gapWarning` gives it. */
export function rowWarning(row: WireRow): string {
  const { prev_seen_at, prev_withdrawn_at, read_at, changed_at } = row
  const at = (value: WireValue | undefined) => parseInstant(valueText(value))
  const [seenAt, readAt] = [at(prev_seen_at), at(read_at ?? changed_at)]
  if (seenAt === undefined || readAt === undefined) return ''
  return gapWarning({ seenAt, withdrawnAt: at(prev_withdrawn_at), readAt })
}

/** The input of every answer: one snapshot of the market, the time, and the state of the server. */
export type ServerState = {
  readonly market: Market
  /** The position of the book, if the market is an earlier one. */
  readonly head?: number
  readonly now: Instant
  /** Whether the book can be read at this moment; only `/health` uses it. */
  readonly isHealthy: boolean
  /** Whether the warm-up is over; only `/ready` uses it. */
  readonly isReady: boolean
  readonly site: Site
  /** The book for what the market does not have; absent without a server. */
  readonly book?: BookReader
}

/** The state of the server, and the validated parameters of a request. */
export type EndpointInput<Q extends TObject = TObject> = ServerState & {
  readonly query: Static<Q>
  /** The identifier in the path; empty where the path has none. */
  readonly id: string
  /** Whether the rows are for a feed, whose entries name the minimum deposit and the times of each change. */
  readonly isFeed?: boolean
}

/** The result of an endpoint, or a problem. */
export type EndpointResult =
  | {
      readonly kind: 'list'
      /** A long list makes each row when it is written, so that it can be written in stretches. Read it once. */
      readonly rows: Iterable<WireRow>
      /** The columns of a table of these rows; absent if a row has every field of the record. */
      readonly columns?: readonly string[]
      /** The number of records on all pages together; absent if the list has no pages. */
      readonly count?: number
      /** A part of the ETag, for rows that depend on more than the book. */
      readonly etagLabel?: string
      /** A permanent name of each row of a feed, for its id. */
      readonly names?: readonly string[]
      /** The span in which the answer is valid; absent if only a new entry changes it. */
      readonly span?: Span | undefined
      /** The place that an answer of `/events` reached, and whether the book has entries after it. */
      readonly reached?: { readonly id: string; readonly hasMore: boolean }
    }
  | { readonly kind: 'status'; readonly value: WireRow }
  /** One record that depends on the book and on settings of the server. */
  | {
      readonly kind: 'record'
      readonly value: WireRow
      /** Whether it may change while the market stays, so that the response cache must not keep it. */
      readonly isVolatile?: boolean
      /** The span in which the record is valid; absent if only a new entry changes it. */
      readonly span?: Span | undefined
    }
  | {
      readonly kind: 'text'
      readonly text: string
      /** Whether it may change while the market stays, so that the response cache must not keep it. */
      readonly isVolatile?: boolean
    }
  | LogResult
  | { readonly kind: 'not-found'; readonly detail: string }
  | { readonly kind: 'unavailable'; readonly detail: string }
  /** A parameter that is wrong for this market. */
  | { readonly kind: 'invalid'; readonly errors: readonly ParameterError[] }

/** The result while the book cannot be read. */
export const unreadableBook = {
  kind: 'unavailable',
  detail: 'The book cannot be read at this moment; try again.',
} as const

/** The refusal of an `after` beyond the end of a book. A follower of a book that was replaced by an older copy must not wait in silence. */
export function afterTheEnd(after: string | number, end: number): readonly ParameterError[] {
  const message = `after is ${after}, but the book of this server ends at position ${end}. A server that is behind reaches it later. A book that was restored from an older copy does not; begin again with after=0.`
  return [{ parameter: 'after', message }]
}

/** A page of the log, which is read while it is sent. */
export type LogResult = LogEntries & {
  readonly kind: 'log'
  /** The position of the last entry. */
  readonly reached: number
  /** Whether the page has as many entries as its limit, so that it never changes. */
  readonly isFull: boolean
  /** The address of the page after a full one, relative to its own. */
  readonly next: string
}

/** The groups of operations in OpenAPI. */
export type Tag = 'Rates' | 'Evidence' | 'Book' | 'Server'

/** One endpoint. Routing, validation, documentation, tests and the types of the client follow from these values. */
export type Endpoint<
  Q extends TObject = TObject,
  R extends TSchema = TSchema,
  Name extends string = string,
  Path extends string = string,
> = {
  /** The operation's name in OpenAPI and in the client. */
  readonly name: Name
  /** The path, which may end in a parameter of `schema/parameters.ts`. */
  readonly path: Path
  /** The group of the operation in OpenAPI. */
  readonly tag: Tag
  /** The name of one record in OpenAPI. */
  readonly recordName: string
  /** One line, without a full stop. */
  readonly summary: string
  /** A description of the answer, and the order of the list. */
  readonly description: string
  /** The query parameters with their defaults. */
  readonly query: Q
  readonly response: R
  /** Whether it is for load balancers and monitors: the answer says how the server is, has no position and is never cached. */
  readonly isProbe?: boolean
  /** How the list appears as an Atom feed; absent if it is not available as one. */
  readonly feed?: FeedFormat
  /** Whether the answer for one institution links to its receipts. */
  readonly linksEvidence?: boolean
  answer(input: EndpointInput<Q>): EndpointResult | Promise<EndpointResult>
}

/** Returns its argument. It gives `answer` and the client the types of the parameters. */
export function endpoint<
  Q extends TObject,
  R extends TSchema,
  const Name extends string,
  const Path extends string,
>(definition: Endpoint<Q, R, Name, Path>): Endpoint<Q, R, Name, Path> {
  return definition
}

/** How a list appears as an Atom feed. */
export type FeedFormat = {
  /** The title, to which the feed adds the filters in words. */
  readonly title: string
  /** The web page for the same filters, relative to the address of the server. */
  readonly pageOf: (query: QueryValues) => string
  readonly entryOf: (row: WireRow) => FeedEntry
}

/** The texts of an entry of a feed. */
export type FeedEntry = {
  readonly title: string
  readonly content: string
  readonly at: string
  readonly category: string
}

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
