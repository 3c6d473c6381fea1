import { LRUCache } from 'lru-cache'
import type { Market } from '../../book/market/market.ts'
import type { Span } from '../../book/query/freshness.ts'
import type { HttpResponse } from './headers.ts'

/** A complete response, and the span in which it is valid. */
export type CachedResponse = { readonly response: HttpResponse; readonly span: Span }

/** Complete responses by key. A new market empties the cache. */
export type ResponseCache = {
  readonly get: (market: Market, key: string) => CachedResponse | undefined
  readonly set: (market: Market, key: string, cached: CachedResponse) => void
}

/** The approximate bytes of the objects around a body. */
const overhead = 1_000

/** A cache of at most `bytes`, which drops the least recently used responses first. */
export function createResponseCache(bytes: number): ResponseCache {
  if (bytes === 0) return { get: () => undefined, set: () => {} }
  const responses = new LRUCache<string, CachedResponse>({
    maxSize: bytes,
    sizeCalculation: ({ response }, key) =>
      overhead + 2 * key.length + (response.body?.length ?? 0),
  })
  let current: Market | undefined
  return {
    get(market, key) {
      if (market !== current) {
        responses.clear()
        current = market
      }
      return responses.get(key)
    },
    set(market, key, cached) {
      // While a response was compressed, the market may have moved.
      if (market === current) responses.set(key, cached)
    },
  }
}
