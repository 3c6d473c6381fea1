import { emptyMarket, type Market } from '../../src/book/market/market.ts'
import { addLeaf, createTree } from '../../src/domain/checkpoint.ts'
import type { Entry } from '../../src/domain/entry.ts'
import {
  bodyOf,
  bookStart,
  entryOf,
  storedInstant,
  type StoredEntry,
} from '../../src/domain/stored-entry.ts'
import type { ServedBook } from '../../src/serve/http/endpoint.ts'
import { treeReader } from '../../src/serve/server/read-book.ts'
import { follow } from './follow.ts'
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

/** The entries of a market as a store keeps them. They have no cells if the market was loaded from a store. */
export function marketEntries({ entries }: Market): readonly StoredEntry[] {
  const book = books.get(entries) ?? storedEntries(entries)
  books.set(entries, book)
  return book
}

/** The market of stored entries, which may lack private bodies. */
export function marketOf(stored: readonly StoredEntry[]): Market {
  const market = follow(emptyMarket, stored.map(entryOf))
  books.set(market.entries, stored)
  return market
}

/** Reads a part of the log of the entries that a market has. */
export function marketLog(market: () => Market): ServedBook['readLog'] {
  return async (after, to) => {
    const book = marketEntries(market())
    const entries = async function* () {
      yield* book.slice(after, to)
    }
    return { digest: book[to - 1]?.digest ?? bookStart.digest, entries: entries() }
  }
}

/** Reads the entries that a market has. */
export function marketReader(market: () => Market): ServedBook['readEntry'] {
  return (position) => entryReader(marketEntries(market()))(position)
}

/** The tree over the digests of a market's entries. */
export function marketTree(market: () => Market): ServedBook['tree'] {
  return () => entryTree(marketEntries(market()))
}

/** The tree over the digests of a book. */
export function entryTree(book: readonly StoredEntry[]): ReturnType<ServedBook['tree']> {
  const known = trees.get(book)
  if (known !== undefined) return known
  const tree = createTree()
  for (const { position, digest } of book) addLeaf(tree, position - 1, Buffer.from(digest, 'hex'))
  const reader = treeReader(tree)
  trees.set(book, reader)
  return reader
}

const trees = new WeakMap<readonly StoredEntry[], ReturnType<ServedBook['tree']>>()
