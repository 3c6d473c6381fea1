import { createHash, hash, type Hash } from 'node:crypto'
import type { StoredEntry } from '../domain/entry-body.ts'
import type { Store } from './store.ts'

/** Everything that a book held up to a position, as a digest: two books with the same one have the same past. */
export type Past = {
  /** The past with more entries, the next in order. */
  readonly with: (entries: readonly StoredEntry[]) => Past
  readonly text: () => string
}

/** The past of a book without an entry. */
export function emptyPast(): Past {
  return pastBy(createHash('sha256'))
}

function pastBy(digest: Hash): Past {
  return {
    with(entries) {
      const next = digest.copy()
      for (const { at, kind, institutionId, body } of entries) {
        next.update(hash('sha256', `${at} ${kind} ${institutionId} ${body}`))
      }
      return pastBy(next)
    },
    text: () => digest.copy().digest('hex'),
  }
}

/** The text of the past of a book up to a position. */
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
