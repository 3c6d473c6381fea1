import type { WireRow } from '../endpoint.ts'
import type { QueryValues } from '../links.ts'

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
