import { buildMarket } from '../../src/book/market/evolve.ts'
import type { Market } from '../../src/book/market/market.ts'
import type { Entry } from '../../src/domain/entry.ts'

/** The market after the entries that follow it, folded in one batch. */
export function follow(market: Market, entries: Iterable<Entry>): Market {
  const builder = buildMarket(market)
  for (const entry of entries) builder.add(entry)
  return builder.build()
}
