import { Failure } from '../../domain/failure.ts'
import type { Instant } from '../../domain/instant.ts'
import { lastRun } from '../../book/market/collection.ts'
import { readBook, type KnownBooks } from '../../book/publish/context-from-store.ts'
import type { SourceDefinition } from '../read/source-schema.ts'
import type { BookReader } from '../../book/store/store.ts'
import { dueAt } from '../source/due.ts'
import {
  mistakenInstitutions,
  type LoadedSources,
  type LoadedSource,
} from '../source/load-source.ts'
import { suggestion } from '../source/schema-problems.ts'

/**
 * The sources of the given institutions; all without ids. Leaves out those with mistakes in their files. Throws a `Failure` that
 * names every institution without a file.
 */
export function chosenSources(
  loaded: LoadedSources,
  ids: readonly string[],
  folder: string,
): readonly LoadedSource[] {
  const { sources } = loaded
  if (ids.length === 0) return sources
  const known = new Map(sources.map((source) => [source.definition.institution, source]))
  const mistaken = mistakenInstitutions(loaded)
  const unknown = ids.filter((id) => !known.has(id) && !mistaken.has(id))
  if (unknown.length === 0) return [...new Set(ids)].flatMap((id) => known.get(id) ?? [])
  const lines = unknown.map(
    (id) => `There is no source for ${id} in ${folder}; ${suggestion(id, [...known.keys()])}`,
  )
  throw new Failure('configuration', lines.join('\n'))
}

/** The sources that can be collected, and a sentence about the others; `undefined` if there are none. */
export type RegisteredSources = {
  readonly registered: readonly LoadedSource[]
  readonly skipped: string | undefined
}

/** Leaves out the sources of institutions that are not registered: a book need not have every institution of a folder. */
export async function registeredSources(
  sources: readonly LoadedSource[],
  store: Pick<BookReader, 'institutions'>,
): Promise<RegisteredSources> {
  const ids = new Set((await store.institutions()).map(({ id }) => id))
  const isRegistered = ({ definition }: LoadedSource): boolean => ids.has(definition.institution)
  const others = sources.filter((source) => !isRegistered(source))
  const names = others.map(({ definition }) => definition.institution).join(', ')
  const skipped =
    others.length === 0
      ? undefined
      : `Skipped, because their institutions are not registered: ${names}.`
  return { registered: sources.filter(isRegistered), skipped }
}

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
    const run = book && lastRun(book, now)
    const { isDue, nextDue } = dueAt(definition, run?.at, now)
    // Only after a failed run may the host have asked for a pause. Otherwise a new schedule counts at once.
    const waitsUntil = run?.outcome === 'failed' ? run.origin.nextDue : now
    if (isDue && waitsUntil <= now) due.push(source)
    else next = Math.min(next, isDue ? waitsUntil : nextDue)
  }
  return { due, next: next as Instant }
}

/** The milliseconds until an institution is collected again if its run could not be entered. */
const attemptPause = 15 * 60_000

type DueSource = { readonly definition: Pick<SourceDefinition, 'institution'> }

/** The starts of runs that made no entry. Such an institution stays due, but its host must not be asked again at once. */
export type Attempts = {
  /** Picks the sources that may be collected now, and remembers that their runs begin. */
  readonly begin: <T extends DueSource>(due: readonly T[], now: Instant) => readonly T[]
  /** Forgets the attempt of an institution whose run was entered. */
  readonly entered: (institutionId: string) => void
}

/** Remembers attempts for as long as the process runs. */
export function createAttempts(): Attempts {
  const began = new Map<string, Instant>()
  return {
    begin: (due, now) => {
      const picked = due.filter(
        ({ definition }) => (began.get(definition.institution) ?? -Infinity) + attemptPause <= now,
      )
      for (const { definition } of picked) began.set(definition.institution, now)
      return picked
    },
    entered: (institutionId) => began.delete(institutionId),
  }
}
