import { createHash, hash, type Hash } from 'node:crypto'
import type { StoredEntry } from '../domain/entry-body.ts'

/** Everything that a book held up to a position, as a digest: two books with the same one have the same past. */
export type Past = {
  /** The past with more entries, the next in order. */
  readonly with: (entries: readonly StoredEntry[]) => Past
  readonly text: () => string
}

/** The past of a book without an entry. */
export function emptyPast(): Past {
  return pastOf(createHash('sha256'))
}

function pastOf(digest: Hash): Past {
  return {
    with(entries) {
      const next = digest.copy()
      for (const { at, kind, institutionId, body } of entries) {
        next.update(hash('sha256', `${at} ${kind} ${institutionId} ${body}`))
      }
      return pastOf(next)
    },
    text: () => digest.copy().digest('hex'),
  }
}
