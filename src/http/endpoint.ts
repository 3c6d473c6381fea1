import type { Static, TObject, TSchema } from 'typebox'
import type { Instant } from '../domain/instant.ts'
import type { Market } from '../market/market.ts'
import { countOf, pageOf, type FoundRows, type Page, type RowList } from '../query/page.ts'
import type { Span } from '../query/span.ts'
import type { Derived } from './derived.ts'
import type { Body } from './message/body.ts'
import { textBody } from './message/text-body.ts'

/** What an endpoint is asked with: one view of the market, the time, and the parameters, read and checked. */
export type Question<Q extends TObject = TObject> = {
  readonly market: Market
  readonly now: Instant
  /** Whether the book itself can be read at this moment; only `/health` asks. */
  readonly isHealthy: boolean
  readonly query: Static<Q>
  /** What was derived of the market, or of all markets, before. */
  readonly derived: Derived
  /** The identifier in the path; empty where the path has none. */
  readonly id: string
}

/** What an endpoint answers: a body, with the time in which it holds if time alone changes it, or why there is none. */
export type Answer =
  | {
      readonly kind: 'found'
      readonly body: Body
      readonly span?: Span
    }
  | ({ readonly kind: 'list' } & PagedList)
  | { readonly kind: 'not-found'; readonly detail: string }
  | { readonly kind: 'unavailable'; readonly detail: string }

/** A list of so many rows, of which pages are sent. */
export type PagedList = { readonly count: number; readonly page: (page: Page) => Body }

/** One question of the specification: routing, validation, documentation, tests and the client follow from these values. */
export type Endpoint<
  Q extends TObject = TObject,
  R extends TSchema = TSchema,
  Name extends string = string,
  Path extends string = string,
> = {
  /** The operation's name in OpenAPI, and in the client. */
  readonly name: Name
  /** The path, with `{institution_id}` where it has an identifier. */
  readonly path: Path
  /** One line. */
  readonly summary: string
  /** What the specification says of it, and the order of the list. */
  readonly description: string
  /** The query parameters: every property is one, with its default. */
  readonly query: Q
  readonly response: R
  /**
   * Whether the answer comes from the market: it then carries the position, may be cached, and is refused in an overload. The
   * others are asked by who watches over the server.
   */
  readonly fromMarket: boolean
  /** Whether it answers with a list, from parameters beside `limit` and `offset`: pages are joined each time, and not kept. */
  readonly isPaged?: boolean
  /** Whether its rows are news, which readers of feeds follow: it is then an Atom feed as well. */
  readonly isFeed?: boolean
  /** Whether the answer may be that something is unavailable. */
  readonly mayFail?: boolean
  answer(question: Question<Q>): Answer
}

/** An endpoint whose handler sees the types of its own parameters, and the client those of its answer too. */
export function endpoint<
  Q extends TObject,
  R extends TSchema,
  const Name extends string,
  const Path extends string,
>(definition: Endpoint<Q, R, Name, Path>): Endpoint<Q, R, Name, Path> {
  return definition
}

/** An answer whose body is a value, written as JSON. */
export function found(value: unknown, span?: Span): Answer {
  return foundBody(textBody(JSON.stringify(value)), span)
}

/** A list whose pages are made of its rows. */
export function foundList(list: RowList, pages: (found: FoundRows) => Body): Answer {
  return { kind: 'list', count: countOf(list), page: (page) => pages(pageOf(list, page)) }
}

/** An answer whose body was made by other means. */
export function foundBody(body: Body, span?: Span): Answer {
  return span === undefined ? { kind: 'found', body } : { kind: 'found', body, span }
}
