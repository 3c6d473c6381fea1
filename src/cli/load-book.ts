import type { Market } from '../book/market/market.ts'
import { withStore } from '../book/store/open-store.ts'
import type { Store } from '../book/store/store.ts'
import { catchUp, emptyView, type BookView } from '../serve/server/read-book.ts'
import { withProgress } from './output.ts'

/** Reads and verifies a whole book, and shows a progress bar on a terminal. */
export function loadBook(store: Store, onBatch: () => void = () => {}): Promise<BookView> {
  return withProgress('reading the book', store, (step) =>
    catchUp(store, emptyView, (reached) => {
      step(reached)
      onBatch()
    }),
  )
}

/** The market of the book that `--database` names. */
export async function loadMarket(database: string): Promise<Market> {
  const { market } = await withStore(database, 'read', (store) => loadBook(store))
  return market
}
