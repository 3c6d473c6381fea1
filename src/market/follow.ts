import type { Entry } from '../domain/entry.ts'
import { evolve } from './evolve.ts'
import type { Market } from './market.ts'

/** The market after the entries that follow it; the view that it was given stays as it is. */
export function follow(market: Market, entries: Iterable<Entry>): Market {
  let view = market
  for (const entry of entries) view = evolve(view, entry)
  return view
}
