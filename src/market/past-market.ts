import { countWhile } from '../domain/count-while.ts'
import type { Entry } from '../domain/entry.ts'
import type { Instant } from '../domain/instant.ts'
import { buildMarket, follow } from './evolve.ts'
import { emptyMarket, type Market } from './market.ts'

/** Entries between two pauses of `foldInBatches`. A server answers other requests in a pause. */
const batchSize = 20

/** The position of the last entry that is not later than an instant; 0 if there is none. */
export function positionAt({ entries }: Market, at: Instant): number {
  // Instants never fall in a book.
  return countWhile(entries, (entry) => entry.at <= at)
}

/** The market as it was known at an instant, folded at once. */
export function marketAt(market: Market, at: Instant): Market {
  const position = positionAt(market, at)
  if (position === market.position) return market
  return follow(emptyMarket, market.entries.slice(0, position))
}

/** Folds the entries up to a position, from an earlier market of the same book. It yields after each batch, and returns the market. */
export function* foldInBatches(
  entries: readonly Entry[],
  position: number,
  from: Market,
): Generator<undefined, Market, undefined> {
  const builder = buildMarket(from)
  for (const entry of entries.slice(from.position, position)) {
    builder.add(entry)
    if (entry.position % batchSize === 0) yield
  }
  return builder.build()
}
