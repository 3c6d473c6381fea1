import type { LoadedSource } from '../../collect/source/parse-source.ts'
import type { Store } from '../../store/store.ts'

/** The sources that can be collected, and a sentence about the others; `undefined` if there are none. */
export type RegisteredSources = {
  readonly registered: readonly LoadedSource[]
  readonly skipped: string | undefined
}

/** Leaves out the sources of institutions that are not registered: a book need not have every institution of a folder. */
export async function registeredSources(
  sources: readonly LoadedSource[],
  store: Store,
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
