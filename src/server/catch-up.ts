import { bookStart } from '../domain/digest.ts'
import { buildMarket, type MarketBuilder } from '../market/evolve.ts'
import type { Entry } from '../domain/entry.ts'
import { emptyMarket, type Market } from '../market/market.ts'
import { createShareSheets } from '../market/share-sheets.ts'
import { damagedError, verifiedEntries } from '../store/chain.ts'
import type { Store } from '../store/store.ts'

/** The book at one position: the market, and the digest of the book up to there. */
export type BookView = { readonly market: Market; readonly digest: string }

/** The view of a book without entries. */
export const emptyView: BookView = { market: emptyMarket, digest: bookStart.digest }

/** Reads and verifies the entries after a view. Returns the same view if there are none. */
export async function catchUp(
  store: Store,
  view: BookView,
  onBatch: (position: number) => void = () => {},
): Promise<BookView> {
  const builder = buildMarket(view.market)
  const shareSheets = createShareSheets()
  let { digest } = view
  const after = { position: view.market.position, digest }
  for await (const { entries, reached } of verifiedEntries(store, after)) {
    for (const entry of entries) addEntry(store, builder, shareSheets(entry))
    ;({ digest } = reached)
    onBatch(reached.position)
  }
  return digest === view.digest ? view : { market: builder.build(), digest }
}

/** A matching digest does not prove that an entry has a meaning: the digests may have been recomputed. */
function addEntry({ name }: Store, builder: MarketBuilder, entry: Entry): void {
  try {
    builder.add(entry)
  } catch (error) {
    throw damagedError(name, entry.position, 'the entry does not fit those before it', error)
  }
}
