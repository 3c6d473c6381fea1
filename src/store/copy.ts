import type { StoredEntry } from '../domain/entry-body.ts'
import type { Entry } from '../domain/entry.ts'
import { verifiedEntries, type VerifiedBatch } from './chain.ts'
import type { Store } from './store.ts'

/** The last position up to which a copy equals its source, or the position of the first difference. */
export type Agreement = { readonly position: number; readonly difference?: string }

/** Compares a copy with its source after a position, byte by byte. Further entries in the source are not a difference. */
export async function compareBooks(
  source: Store,
  copy: Store,
  after: number,
  onBatch: (position: number) => void = () => {},
): Promise<Agreement> {
  const originals = oneByOne(source.storedEntries(after))
  let position = after
  for await (const batch of copy.storedEntries(after)) {
    for (const entry of batch) {
      const { value: original } = await originals.next()
      const difference = differenceBetween(source, original, copy, entry)
      if (difference !== undefined) return { position: entry.position, difference }
      position = entry.position
    }
    onBatch(position)
  }
  return { position }
}

/**
 * Copies the entries after a position, some hundred in a transaction, until the copy has them all. Entries that are published
 * meanwhile are copied too. Another process may append to the copy if it appends the same entries.
 */
export async function copyBook(
  source: Store,
  copy: Store,
  after: number,
  onBatch: (position: number) => void,
): Promise<Agreement> {
  let position = after
  for (;;) {
    const reached = await appendRest(source, copy, position, onBatch)
    const agreement = await compareBooks(source, copy, reached)
    if (agreement.difference !== undefined) return agreement
    ;({ position } = agreement)
    if (position === (await source.head()).position) return { position }
  }
}

/** Returns the last position that it appended. It stops if another process has appended to the copy. */
async function appendRest(
  source: Store,
  copy: Store,
  after: number,
  onBatch: (position: number) => void,
): Promise<number> {
  const digest = await source.digestAt(after)
  if (digest === undefined) return after
  let position = after
  for await (const drafts of inTransactions(verifiedEntries(source, { position, digest }))) {
    const expected = position
    const entries = await copy.append(async (book) => {
      const head = await book.head()
      return head.position === expected ? drafts : []
    })
    if (entries.length === 0) return position
    position += entries.length
    onBatch(position)
  }
  return position
}

/** The entries of one transaction. Each waits for the disk, so small batches would make a copy slow. */
const entriesPerTransaction = 200

async function* inTransactions(
  batches: AsyncIterable<VerifiedBatch>,
): AsyncGenerator<readonly Entry[], void, undefined> {
  let drafts: Entry[] = []
  for await (const { entries } of batches) {
    drafts.push(...entries)
    if (drafts.length < entriesPerTransaction) continue
    yield drafts
    drafts = []
  }
  if (drafts.length > 0) yield drafts
}

async function* oneByOne(
  batches: AsyncIterable<readonly StoredEntry[]>,
): AsyncGenerator<StoredEntry, undefined> {
  for await (const batch of batches) yield* batch
  return undefined
}

const fields = ['position', 'at', 'kind', 'institutionId', 'body', 'digest'] as const

function differenceBetween(
  source: Store,
  original: StoredEntry | undefined,
  copy: Store,
  entry: StoredEntry,
): string | undefined {
  if (original === undefined) {
    return `${copy.name} has ${titleOf(entry)}, and ${source.name} has no such entry.`
  }
  if (fields.every((field) => original[field] === entry[field])) return undefined
  const [sourceTitle, copyTitle] = [titleOf(original), titleOf(entry)]
  if (sourceTitle !== copyTitle)
    return `${copy.name} has ${copyTitle}, and ${source.name} has ${sourceTitle}.`
  const part = original.body === entry.body ? 'digest' : 'body'
  return `the ${part} of ${copyTitle} in ${copy.name} differs from that in ${source.name}.`
}

function titleOf({ kind, institutionId, at }: StoredEntry): string {
  return `${kind} of ${institutionId} at ${at}`
}
