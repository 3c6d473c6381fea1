import { bodyOf, entryOf, storedInstant, type StoredEntry } from '../../src/domain/entry-body.ts'
import type { Entry } from '../../src/domain/entry.ts'
import type { ServedBook } from '../../src/http/served-book.ts'
import type { Market } from '../../src/market/market.ts'
import { rechained } from './rechain.ts'

/** Entries as a store keeps them. */
export function storedEntries(entries: readonly Entry[]): readonly StoredEntry[] {
  return rechained(
    entries.map((entry) => ({
      position: entry.position,
      at: storedInstant(entry.at),
      kind: entry.kind,
      institutionId: entry.institutionId,
      body: bodyOf(entry),
    })),
  )
}

/** Reads entries as a server does from its book. */
export function entryReader(book: readonly StoredEntry[]): ServedBook['readEntry'] {
  return (position) => {
    const stored = book[position - 1]
    const found = stored && { entry: entryOf(stored), digest: stored.digest }
    return Promise.resolve(found)
  }
}

const books = new WeakMap<Market['entries'], readonly StoredEntry[]>()

/** Reads the entries that a market has. They have no cells if the market was loaded from a store. */
export function marketReader(market: () => Market): ServedBook['readEntry'] {
  return (position) => {
    const { entries } = market()
    const book = books.get(entries) ?? storedEntries(entries)
    books.set(entries, book)
    return entryReader(book)(position)
  }
}
