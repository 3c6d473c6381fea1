import { readKeptNote } from '../../domain/checkpoint.ts'
import type { StoredEntry } from '../../domain/stored-entry.ts'
import { mirrorError } from './chain.ts'
import { oneByOne } from './reader.ts'
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
 * meanwhile are copied too. Another process may append to the copy if it appends the same entries. The copy of a mirror is one.
 */
export async function copyBook(
  source: Store,
  copy: Store,
  after: number,
  onBatch: (position: number) => void,
): Promise<Agreement> {
  if (source.mirrorOf === undefined) {
    if (copy.mirrorOf !== undefined) throw mirrorError(copy)
  } else if (copy.mirrorOf === undefined) await copy.becomeMirror(source.mirrorOf)
  let position = after
  for (;;) {
    const reached = await appendRest(source, copy, position, onBatch)
    const agreement = await compareBooks(source, copy, reached)
    if (agreement.difference !== undefined) return agreement
    ;({ position } = agreement)
    if (position === (await source.head()).position) break
  }
  await copyCheckpoint(source, copy)
  return { position }
}

/** Copies the checkpoint that the source keeps. Another schema may not have a table of them. */
async function copyCheckpoint(source: Store, copy: Store): Promise<void> {
  const note = source.otherSchema === undefined ? await source.keptCheckpoint() : undefined
  const kept = readKeptNote(note)
  if (note === undefined || kept === undefined) return
  if (note !== (await copy.keptCheckpoint())) await copy.keepCheckpoint(kept.checkpoint.size, note)
}

/** Returns the last position that it appended. It stops if another process has appended to the copy. */
async function appendRest(
  source: Store,
  copy: Store,
  after: number,
  onBatch: (position: number) => void,
): Promise<number> {
  let position = after
  for await (const entries of inTransactions(source.storedEntries(after))) {
    if (!(await copy.appendStored(entries))) return position
    position += entries.length
    onBatch(position)
  }
  return position
}

/** The entries of one transaction. Each waits for the disk, so small batches would make a copy slow. */
const entriesPerTransaction = 200

/** The same entries in equal batches, each for one transaction. */
export async function* inTransactions(
  batches: AsyncIterable<readonly StoredEntry[]>,
): AsyncGenerator<readonly StoredEntry[], void, undefined> {
  let entries: StoredEntry[] = []
  for await (const entry of oneByOne(batches)) {
    entries.push(entry)
    if (entries.length < entriesPerTransaction) continue
    yield entries
    entries = []
  }
  if (entries.length > 0) yield entries
}

const fields = ['position', 'at', 'kind', 'institutionId', 'bodyDigest', 'body', 'digest'] as const

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
