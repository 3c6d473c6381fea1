import type { Instant } from '../domain/instant.ts'
import type { Market } from '../market/market.ts'
import { stalenessSpan, type Span } from '../query/freshness.ts'

type FreshRequest = {
  readonly market: Market
  readonly now: Instant
  readonly query: { readonly fresh_only: boolean }
}

/** The filter of `fresh_only` for a query. */
export function freshFilter({ now, query }: FreshRequest): {
  readonly freshAt: Instant | undefined
} {
  return { freshAt: query.fresh_only ? now : undefined }
}

/** The span of an answer with `fresh_only`: it ends when rates become stale. Other answers have none. */
export function freshSpan({ market, now, query }: FreshRequest): { readonly span?: Span } {
  return query.fresh_only ? { span: stalenessSpan(market, now) } : {}
}
