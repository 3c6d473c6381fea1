import { entryOf, type StoredEntry } from '../domain/entry-body.ts'
import { buildMarket } from '../market/evolve.ts'
import { emptyMarket, type Market } from '../market/market.ts'
import { createShareSheets } from '../market/share-sheets.ts'
import type { Store } from '../store/store.ts'
import { progress } from './output.ts'

/** Reads a whole book into a market, and shows a progress bar on a terminal. */
export async function loadMarket(
  store: Store,
  onBatch: (entries: readonly StoredEntry[]) => void = () => {},
): Promise<Market> {
  const { position } = await store.head()
  const bar = progress('reading the book', position)
  const market = await catchUp(store, emptyMarket, (entries) => {
    bar.step(entries.at(-1)?.position ?? 0)
    onBatch(entries)
  })
  bar.end()
  return market
}

/** Adds the entries after the position of a market. Returns the same market if there are none. */
export async function catchUp(
  store: Store,
  market: Market,
  onBatch: (entries: readonly StoredEntry[]) => void = () => {},
): Promise<Market> {
  const builder = buildMarket(market)
  const shareSheets = createShareSheets()
  for await (const stored of store.storedEntries(market.position)) {
    for (const entry of stored) builder.add(shareSheets(entryOf(entry)))
    onBatch(stored)
  }
  return builder.build()
}
