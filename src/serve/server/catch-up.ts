import { bookStart } from '../../domain/digest.ts'
import {
  addLeaf,
  consistencyProof,
  createTree,
  hasLeaf,
  inclusionProof,
  rootOf,
  type MerkleTree,
} from '../../domain/checkpoint.ts'
import type { TreeReader } from '../http/served-book.ts'
import { buildMarket, type MarketBuilder } from '../../book/market/evolve.ts'
import type { Entry } from '../../domain/entry.ts'
import { emptyMarket, type Market } from '../../book/market/market.ts'
import { createShareSheets } from '../../book/market/share-sheets.ts'
import { damagedError, verifiedEntries } from '../../book/store/chain.ts'
import type { Store } from '../../book/store/store.ts'

/** The book at one position: the market, the digest of the book up to there, and the Merkle tree over all digests. */
export type BookView = {
  readonly market: Market
  readonly digest: string
  /** Shared with later views, which add leaves. */
  readonly tree: MerkleTree
}

/** The view of a book without entries. */
export const emptyView: BookView = {
  market: emptyMarket,
  digest: bookStart.digest,
  tree: createTree(),
}

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
  const tree = after.position === 0 ? createTree() : view.tree
  for await (const { entries, digests, reached } of verifiedEntries(store, after)) {
    for (const entry of entries) addEntry(store, builder, shareSheets(entry))
    const first = reached.position - digests.length
    // If a later batch fails, these leaves are added again, at the same places.
    for (const [index, one] of digests.entries())
      addLeaf(tree, first + index, Buffer.from(one, 'hex'))
    ;({ digest } = reached)
    onBatch(reached.position)
  }
  return digest === view.digest ? view : { market: builder.build(), digest, tree }
}

/** A matching digest does not prove that an entry has a meaning: the digests may have been recomputed. */
function addEntry({ name }: Store, builder: MarketBuilder, entry: Entry): void {
  try {
    builder.add(entry)
  } catch (error) {
    throw damagedError(name, entry.position, 'the entry does not fit those before it', error)
  }
}

/** Reads roots and proofs of a tree, in Base64, as notes and proofs have them. */
export function treeReader(tree: MerkleTree): TreeReader {
  const texts = (hashes: readonly Buffer[]): readonly string[] =>
    hashes.map((one) => one.toString('base64'))
  return {
    root: (size) => rootOf(tree, size).toString('base64'),
    inclusion: (position, digest, size) =>
      hasLeaf(tree, position - 1, Buffer.from(digest, 'hex'))
        ? texts(inclusionProof(tree, position - 1, size))
        : undefined,
    consistency: (from, to) => texts(consistencyProof(tree, from, to)),
  }
}
