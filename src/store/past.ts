import { createHash, hash, type Hash } from 'node:crypto'
import type { StoredEntry } from '../domain/entry-body.ts'
import type { Store } from './store.ts'

/** A digest of all entries up to a position. Two books with the same digest have the same past. */
export type Past = {
  /** The past after the next entries. */
  readonly with: (entries: readonly StoredEntry[]) => Past
  /** The digest in hex. */
  readonly text: () => string
}

/** The past of an empty book. */
export function emptyPast(): Past {
  return createPast(createHash('sha256'))
}

function createPast(digest: Hash): Past {
  return {
    with(entries) {
      const next = digest.copy()
      for (const { at, kind, institutionId, body } of entries) {
        next.update(hash('sha256', `${at} ${kind} ${institutionId} ${body}`))
      }
      return createPast(next)
    },
    text: () => digest.copy().digest('hex'),
  }
}

/** Computes the digest of a book up to a position. */
export async function pastOf(
  store: Pick<Store, 'storedEntries'>,
  position: number,
): Promise<string> {
  let past = emptyPast()
  for await (const entries of store.storedEntries(0)) {
    past = past.with(entries.filter((entry) => entry.position <= position))
    if ((entries.at(-1)?.position ?? 0) >= position) break
  }
  return past.text()
}
