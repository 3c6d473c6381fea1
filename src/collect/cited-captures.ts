import type { BookCitations } from '../captures/prune.ts'
import { bookStart } from '../domain/digest.ts'
import type { Entry } from '../domain/entry.ts'
import type { Instant } from '../domain/instant.ts'
import type { CapturedPage } from '../domain/origin.ts'
import { verifiedEntries } from '../store/chain.ts'
import type { Store } from '../store/store.ts'

/** Reads a whole book: the captures that its entries cite, and when figures changed or were held. */
export async function readCitations(
  store: Pick<Store, 'name' | 'storedEntries'>,
): Promise<BookCitations> {
  const cited = new Map<string, number>()
  const changes = new Map<string, Instant[]>()
  for await (const { entries } of verifiedEntries(store, bookStart)) {
    for (const entry of entries) {
      const { at, institutionId, kind, position } = entry
      for (const { digest } of citedPages(entry))
        if (!cited.has(digest)) cited.set(digest, position)
      if (kind !== 'sheet-published' && kind !== 'sheet-held') continue
      const earlier = changes.get(institutionId)
      if (earlier === undefined) changes.set(institutionId, [at])
      else earlier.push(at)
    }
  }
  return { cited, changes }
}

/** The captured pages that a run read, or that a person typed a sheet from. */
function citedPages(entry: Entry): readonly CapturedPage[] {
  const read = 'origin' in entry ? (entry.origin?.captures ?? []) : []
  return 'typedFrom' in entry ? [...read, ...(entry.typedFrom ?? [])] : read
}
