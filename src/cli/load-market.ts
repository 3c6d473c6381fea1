import { follow } from '../market/evolve.ts'
import { emptyMarket, type Market } from '../market/market.ts'
import type { Store } from '../store/store.ts'
import { progress } from './output.ts'

/** The market as a book has it now, with a bar where it takes long. */
export async function loadMarket(store: Store): Promise<Market> {
  const { position } = await store.head()
  const bar = progress('reading the book', position)
  const market = await catchUp(store, emptyMarket, (view) => bar.step(view.position))
  bar.end()
  return market
}

/** The market after everything that the book has beyond it. */
export async function catchUp(
  store: Store,
  market: Market,
  onBatch: (view: Market) => void = () => {},
): Promise<Market> {
  let view = market
  for await (const entries of store.entries(market.position)) {
    view = follow(view, entries)
    onBatch(view)
  }
  return view
}
