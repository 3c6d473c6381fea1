import type { Logger } from 'pino'
import { buildMarket, type MarketBuilder } from '../../book/market/evolve.ts'
import { emptyMarket, type Market } from '../../book/market/market.ts'
import { createShareSheets } from '../../book/market/share-sheets.ts'
import { chainProblem, damagedError, verifiedEntries } from '../../book/store/chain.ts'
import type { Store } from '../../book/store/store.ts'
import {
  addLeaf,
  consistencyProof,
  createTree,
  hasLeaf,
  inclusionProof,
  rootOf,
  type MerkleTree,
} from '../../domain/checkpoint.ts'
import type { Entry } from '../../domain/entry.ts'
import { bookStart, type BookPosition, type StoredEntry } from '../../domain/stored-entry.ts'
import type { ServedBook, TreeReader } from '../http/endpoint.ts'

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

/** The entries that are read at once after a short one. After a long one it is one, because a slow reader holds its batch. */
const batchSize = 4
/** The characters of a long body. */
const longBody = 65_536

/**
 * Reads the entries between two positions of a book that a server follows, and verifies them against the tree of the served
 * digests. Returns `undefined`, and logs why, if the book cannot be read.
 */
export async function readLog(
  store: Store,
  tree: MerkleTree,
  log: Logger,
  [after, to]: Parameters<ServedBook['readLog']>,
): ReturnType<ServedBook['readLog']> {
  try {
    const first = await store.digestAt(after)
    const last = await store.digestAt(to)
    if (first === undefined || last === undefined || !isServed(tree, to, last))
      throw damagedError(store.name, to, otherBook)
    const entries = verifiedLog(store, tree, log, { position: after, digest: first }, to)
    return { digest: last, entries }
  } catch (error) {
    log.warn(error, `The entries after position ${after} cannot be read.`)
    return undefined
  }
}

/** Reads entries and verifies each. Throws, and logs why, at the first that is not the one that was served. */
async function* verifiedLog(
  store: Store,
  tree: MerkleTree,
  log: Logger,
  after: BookPosition,
  to: number,
): AsyncGenerator<StoredEntry, void, undefined> {
  let reached = after
  let size = 1
  try {
    while (reached.position < to) {
      const batch = await firstBatch(store.storedEntries(reached.position, size))
      if (batch.length === 0)
        throw damagedError(store.name, reached.position + 1, 'there is no entry')
      for (const entry of batch) {
        const { position, digest, body } = entry
        const reason =
          chainProblem(reached, entry, store.mirrorOf) ??
          (isServed(tree, position, digest) ? undefined : otherBook)
        if (reason !== undefined) throw damagedError(store.name, position, reason)
        yield entry
        reached = { position, digest }
        if (position === to) return
        size = (body?.length ?? 0) < longBody ? batchSize : 1
      }
    }
  } catch (error) {
    log.warn(error, `The entries after position ${reached.position} cannot be read.`)
    throw error
  }
}

async function firstBatch(
  batches: AsyncIterable<readonly StoredEntry[]>,
): Promise<readonly StoredEntry[]> {
  for await (const batch of batches) return batch
  return []
}

const otherBook = 'the entry is not the one that was served'

/** Whether the served book has a digest at a position. */
function isServed(tree: MerkleTree, position: number, digest: string): boolean {
  return position === 0 || hasLeaf(tree, position - 1, Buffer.from(digest, 'hex'))
}
