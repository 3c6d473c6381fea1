import { entryOf, type StoredEntry } from '../domain/entry-body.ts'
import { follow } from '../market/evolve.ts'
import { emptyMarket, type Market } from '../market/market.ts'
import type { Store } from '../store/store.ts'
import { progress } from './output.ts'

/** The market as a book has it now, with a bar where it takes long. */
export async function loadMarket(
  store: Store,
  onBatch: (entries: readonly StoredEntry[]) => void = () => {},
): Promise<Market> {
  const { position } = await store.head()
  const bar = progress('reading the book', position)
  const market = await catchUp(store, emptyMarket, (view, entries) => {
    bar.step(view.position)
    onBatch(entries)
  })
  bar.end()
  return market
}

/** The market after everything that the book has beyond it. */
export async function catchUp(
  store: Store,
  market: Market,
  onBatch: (view: Market, entries: readonly StoredEntry[]) => void = () => {},
): Promise<Market> {
  let view = market
  for await (const stored of store.storedEntries(market.position)) {
    view = follow(view, stored.map(entryOf))
    onBatch(view, stored)
  }
  return view
}
