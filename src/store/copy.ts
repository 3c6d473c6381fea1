import { entryOf, type StoredEntry } from '../domain/entry-body.ts'
import type { Store } from './store.ts'

/** How far a copy agrees with its source; with a difference, the first position at which it does not. */
export type Agreement = { readonly position: number; readonly difference?: string }

/** Compares what a copy has after a position with its source, to the byte. What the source has beyond it is no difference. */
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
 * Appends to a copy what its source has after a position up to which they agree, batch by batch, each all or nothing, until
 * it has all. Others may write in both meanwhile: what comes into the source is copied too, and what comes into the copy has
 * to be the same, as it is from somebody who copies as well.
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

/** Returns the last position that it has appended; it stops where somebody else has appended before it. */
async function appendRest(
  source: Store,
  copy: Store,
  after: number,
  onBatch: (position: number) => void,
): Promise<number> {
  let position = after
  for await (const batch of source.storedEntries(after)) {
    const drafts = batch.map(entryOf)
    const isNext = position
    const entries = await copy.append(async (book) => {
      const head = await book.head()
      return head.position === isNext ? drafts : []
    })
    if (entries.length === 0) return position
    position += entries.length
    onBatch(position)
  }
  return position
}

async function* oneByOne(
  batches: AsyncIterable<readonly StoredEntry[]>,
): AsyncGenerator<StoredEntry, undefined> {
  for await (const batch of batches) yield* batch
  return undefined
}

const fields = ['position', 'at', 'kind', 'institutionId', 'body'] as const

function differenceBetween(
  source: Store,
  original: StoredEntry | undefined,
  copy: Store,
  entry: StoredEntry,
): string | undefined {
  if (original === undefined) {
    return `${copy.name} has ${titleOf(entry)}, and ${source.name} ends before it.`
  }
  if (fields.every((field) => original[field] === entry[field])) return undefined
  const [ours, theirs] = [titleOf(original), titleOf(entry)]
  return ours === theirs
    ? `the body of ${theirs} is another in ${copy.name} than in ${source.name}.`
    : `${copy.name} has ${theirs}, and ${source.name} ${ours}.`
}

function titleOf({ kind, institutionId, at }: StoredEntry): string {
  return `${kind} of ${institutionId} at ${at}`
}
