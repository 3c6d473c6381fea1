import { setImmediate as nextTurn } from 'node:timers/promises'
import { auditFailure, createAuditor, type Auditor } from '../audit/audit-book.ts'
import type { StoredEntry } from '../domain/entry-body.ts'
import { Failure } from '../domain/failure.ts'
import { addLeaf, createTree, type MerkleTree } from '../domain/merkle.ts'
import type { Store } from '../store/store.ts'

/** The most bytes of bodies, in characters, that wait for one transaction. */
const transactionSize = 16 * 1_048_576

/** A mirror, every entry of which has been verified. */
export type MirroredBook = {
  readonly store: Store
  /** The address of the log that it is read from now. */
  readonly url: string
  /** The position of the last entry, also one that waits for its transaction. */
  readonly position: () => number
  /** The tree of the digests. */
  readonly tree: MerkleTree
  /** Verifies the next entry and appends it, at the latest with `flush`. Throws a `Failure` if it does not follow. */
  readonly add: (entry: StoredEntry, place: string) => Promise<void>
  /** Appends what waits. */
  readonly flush: () => Promise<void>
}

/** Verifies the whole mirror, so that it can go on. Throws a `Failure` if it is damaged, or is a book of one's own. */
export async function openMirroredBook(
  store: Store,
  url: string,
  signal: AbortSignal,
  onBatch: (position: number) => void = () => {},
): Promise<MirroredBook> {
  const { position: end } = await store.head()
  if (end > 0 && store.mirrorOf === undefined)
    throw new Failure(
      'configuration',
      `The book ${store.name} is not a mirror: it has entries of its own. Name another one with --database; it is made if it does not exist.`,
    )
  const auditor = createAuditor(store.mirrorOf ?? url)
  const tree = createTree()
  let position = 0
  const verify = (entry: StoredEntry): ReturnType<Auditor['add']> => {
    const difference = auditor.add(entry)
    if (difference === undefined) addLeaf(tree, position++, Buffer.from(entry.digest, 'hex'))
    return difference
  }
  for await (const batch of store.storedEntries(0)) {
    for (const entry of batch) {
      const difference = verify(entry)
      if (difference !== undefined)
        throw auditFailure(`${store.name}, position ${difference.position}`, difference)
    }
    onBatch(position)
    // A signal is received between two batches.
    await nextTurn()
    signal.throwIfAborted()
  }

  let waiting: StoredEntry[] = []
  let size = 0
  const flush = async (): Promise<void> => {
    if (waiting.length === 0) return
    const entries = waiting
    waiting = []
    size = 0
    if (store.mirrorOf === undefined) await store.becomeMirror(url)
    if (await store.appendStored(entries)) return
    throw new Failure(
      'configuration',
      `Another process extends ${store.name}: let only one \`ratebook mirror\` run for a book.`,
    )
  }
  return {
    store,
    url,
    position: () => position,
    tree,
    async add(entry, place) {
      const difference = verify(entry)
      if (difference !== undefined) {
        const { message, reason } = difference
        throw new Failure(
          reason === 'configuration' ? reason : 'refused',
          refusalAt(place, position + 1, message, store),
        )
      }
      waiting.push(entry)
      size += entry.body?.length ?? 0
      if (size > transactionSize) await flush()
    },
    flush,
  }
}

/** The sentences about an entry of a log that is refused. */
export function refusalAt(
  place: string,
  position: number,
  reason: string,
  { name }: Pick<Store, 'name'>,
): string {
  return (
    `${place} is refused at position ${position}: ${reason} ` +
    `${name} has nothing of that, and keeps its verified entries. Tell the operator of the log; once it is repaired, the same command goes on.`
  )
}
