import { setImmediate as nextTurn } from 'node:timers/promises'
import { auditFailure, createAuditor, type Auditor } from '../../book/audit/audit-book.ts'
import { oneByOne } from '../../book/store/reader.ts'
import type { Store } from '../../book/store/store.ts'
import { addLeaf, createTree, type MerkleTree, type NoteVerifier } from '../../domain/checkpoint.ts'
import { Failure } from '../../domain/failure.ts'
import type { StoredEntry } from '../../domain/stored-entry.ts'

/** The most characters of bodies that wait, if entries are appended as they come. */
const longestWait = 16 * 1_048_576
/** The most entries of a transaction. */
const transactionSize = 1000

/** A mirror, every entry of which has been verified. */
export type MirroredBook = {
  readonly store: Store
  /** The address of the log that it is read from now. */
  readonly url: string
  /** With a verifier, entries wait until a checkpoint that its key has signed covers them. */
  readonly verifier: NoteVerifier | undefined
  /** The position of the last entry, also of one that waits. */
  readonly position: () => number
  /** The tree of the digests. */
  readonly tree: MerkleTree
  /** The entries after a position, one by one, also those that wait. */
  readonly entriesAfter: (position: number) => AsyncGenerator<StoredEntry, undefined>
  readonly digestAt: (position: number) => Promise<string | undefined>
  /** Whether entries were verified that are not in the book: the mirror must then be opened again before the next reading. */
  readonly hasWaiting: () => boolean
  /** Verifies the next entry, which then waits. Throws a `Failure` if it does not follow. */
  readonly add: (entry: StoredEntry, place: string) => Promise<void>
  /** Appends the entries up to a position that wait. */
  readonly append: (upTo: number) => Promise<void>
}

/** How a mirror is opened. */
type OpenOptions = Pick<MirroredBook, 'verifier'> & {
  readonly signal: AbortSignal
  readonly onBatch?: (position: number) => void
}

/** Verifies the whole mirror, so that it can go on. Throws a `Failure` if it is damaged, or is a book of one's own. */
export async function openMirroredBook(
  store: Store,
  url: string,
  { verifier, signal, onBatch }: OpenOptions,
): Promise<MirroredBook> {
  const { position: end } = await store.head()
  // Refuses a book with entries of its own. Another process may have made it a mirror since it was opened.
  if (end > 0 && store.mirrorOf === undefined) await store.becomeMirror(url)
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
    onBatch?.(position)
    // A signal is received between two batches.
    await nextTurn()
    signal.throwIfAborted()
  }

  /** The position up to which the verified entries are known to be in the book. */
  let appended = position
  const waiting: StoredEntry[] = []
  let size = 0
  const append = async (upTo: number): Promise<void> => {
    size = 0
    for (;;) {
      const count = waiting.findLastIndex((entry) => entry.position <= upTo) + 1
      if (count === 0) return
      const entries = waiting.splice(0, Math.min(count, transactionSize))
      if (store.mirrorOf === undefined) await store.becomeMirror(url)
      if (!(await store.appendStored(entries)))
        throw new Failure(
          'runFailed',
          `Another process extends ${store.name}, so this one appended nothing more. No entry is lost. ` +
            'Let only one `ratebook mirror` run for a book, or run the same command again.',
        )
      appended += entries.length
    }
  }
  return {
    store,
    url,
    verifier,
    position: () => position,
    hasWaiting: () => appended < position,
    tree,
    async *entriesAfter(after) {
      // Another process may have appended more, which this one has not verified.
      const end = appended
      for await (const entry of oneByOne(store.storedEntries(after))) {
        if (entry.position > end) break
        yield entry
      }
      yield* waiting.filter((entry) => entry.position > after)
      return undefined
    },
    async digestAt(place) {
      const entry = waiting.find((one) => one.position === place)
      return entry?.digest ?? store.digestAt(place)
    },
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
      if (verifier === undefined && size > longestWait) await append(position)
    },
    append,
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
