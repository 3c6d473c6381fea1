import type { Static, TObject, TSchema } from 'typebox'
import type { Instant } from '../domain/instant.ts'
import type { Market } from '../market/market.ts'
import type { Span } from '../query/span.ts'

/** What an endpoint is asked with: one view of the market, the time, and the parameters, read and checked. */
export type Question<Q extends TObject = TObject> = {
  readonly market: Market
  readonly now: Instant
  /** Whether the book itself can be read at this moment; only `/health` asks. */
  readonly isHealthy: boolean
  readonly query: Static<Q>
  /** The identifier in the path; empty where the path has none. */
  readonly id: string
}

/** What an endpoint answers: a body, with the time in which it holds if time alone changes it, or why there is none. */
export type Answer =
  | { readonly kind: 'found'; readonly body: unknown; readonly span?: Span }
  | { readonly kind: 'not-found'; readonly detail: string }
  | { readonly kind: 'unavailable'; readonly detail: string }

/** One question of the specification: routing, validation, documentation and tests follow from these values. */
export type Endpoint<Q extends TObject = TObject> = {
  /** The operation's name in OpenAPI. */
  readonly name: string
  /** The path, with `{institution_id}` where it has an identifier. */
  readonly path: string
  /** One line. */
  readonly summary: string
  /** What the specification says of it, and the order of the list. */
  readonly description: string
  /** The query parameters: every property is one, with its default. */
  readonly query: Q
  readonly response: TSchema
  /** Whether the answer comes from the market: it then carries the position and may be cached. */
  readonly fromMarket: boolean
  answer(question: Question<Q>): Answer
}

/** An endpoint whose handler sees the types of its own parameters. */
export function endpoint<Q extends TObject>(definition: Endpoint<Q>): Endpoint {
  return definition
}

/** An answer with a body. */
export function found(body: unknown, span?: Span): Answer {
  return span === undefined ? { kind: 'found', body } : { kind: 'found', body, span }
}
