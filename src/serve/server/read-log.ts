import type { Logger } from 'pino'
import type { BookPosition } from '../../domain/digest.ts'
import type { StoredEntry } from '../../domain/entry-body.ts'
import { hasLeaf, type MerkleTree } from '../../domain/checkpoint.ts'
import type { ServedBook } from '../http/served-book.ts'
import { chainProblem, damagedError } from '../../book/store/chain.ts'
import type { Store } from '../../book/store/store.ts'

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
