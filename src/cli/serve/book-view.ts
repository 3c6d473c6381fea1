import type { Market } from '../../market/market.ts'
import { emptyPast, type Past } from '../../store/past.ts'
import type { Store } from '../../store/store.ts'
import { catchUp, loadMarket } from '../load-market.ts'

/** The book at one position: the market, and the digest of all entries up to there. */
export type BookView = {
  readonly market: Market
  readonly past: Past
  readonly digest: string
}

/** Reads a whole book; an abort is thrown. */
export async function loadView(store: Store, signal: AbortSignal): Promise<BookView> {
  let past = emptyPast()
  const market = await loadMarket(store, (entries) => {
    signal.throwIfAborted()
    past = past.with(entries)
  })
  signal.throwIfAborted()
  return { market, past, digest: past.text() }
}

/** The view after the entries that the book has beyond it; the same view if there are none. */
export async function advanceView(store: Store, view: BookView): Promise<BookView> {
  let { past } = view
  const market = await catchUp(store, view.market, (entries) => {
    past = past.with(entries)
  })
  return market === view.market ? view : { market, past, digest: past.text() }
}
