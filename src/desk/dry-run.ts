import type { Entry } from '../domain/entry.ts'
import { dryRunStore } from '../publish/dry-run.ts'
import type { BookReader, Store } from '../store/store.ts'

/** A store that appends nothing, and keeps what would be appended, so that a reviewer sees it first. */
export function rehearsal(book: BookReader): {
  readonly store: Pick<Store, 'append'>
  readonly entries: () => readonly Entry[]
} {
  const dry = dryRunStore(book)
  let entries: readonly Entry[] = []
  return {
    store: {
      async append(decide) {
        entries = await dry.append(decide)
        return entries
      },
    },
    entries: () => entries,
  }
}
