import { dueAt } from '../../collect/due.ts'
import type { LoadedSource } from '../../collect/source/parse-source.ts'
import type { Instant } from '../../domain/instant.ts'
import { lastRun } from '../../market/collection.ts'
import { readBook, type KnownBooks } from '../../publish/context-from-store.ts'
import type { BookReader } from '../../store/store.ts'

/** The sources that are due, and when the next of the others is due. */
export type DueSources = { readonly due: readonly LoadedSource[]; readonly next: Instant }

/** Finds the sources that are due by their schedules. A host that asked for a pause is not due before its end. */
export async function findDue(
  sources: readonly LoadedSource[],
  reader: BookReader,
  known: KnownBooks,
  now: Instant,
): Promise<DueSources> {
  const due: LoadedSource[] = []
  let next = Infinity
  for (const source of sources) {
    const { definition } = source
    const book = await readBook(reader, definition.institution, known)
    if (book?.institution.active === false) continue
    const run = book && lastRun(book)
    const { isDue, nextDue } = dueAt(definition, run?.at, now)
    // Only after a failed run may the host have asked for a pause. Otherwise a new schedule counts at once.
    const waitsUntil = run?.outcome === 'failed' ? run.origin.nextDue : now
    if (isDue && waitsUntil <= now) due.push(source)
    else next = Math.min(next, isDue ? waitsUntil : nextDue)
  }
  return { due, next: next as Instant }
}
