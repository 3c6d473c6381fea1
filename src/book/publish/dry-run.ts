import { entriesAfter, institutionsOf, type Entry } from '../../domain/entry.ts'
import type { BookReader, Store } from '../store/store.ts'

/** A store for `--dry-run`: it keeps appended entries in memory, and reads return them before those of the real book. */
export function dryRunStore(book: BookReader): Pick<Store, 'append'> {
  const appended: Entry[] = []
  const reader: BookReader = {
    head: async () => appended.at(-1) ?? (await book.head()),
    currency: async () => {
      const sheet = appended.find((entry) => entry.kind === 'sheet-published')?.sheet
      return (await book.currency()) ?? sheet?.currency
    },
    entryAt: async (position) =>
      appended.find((entry) => entry.position === position) ?? book.entryAt(position),
    institutions: async () => {
      const records = [...(await book.institutions()), ...institutionsOf(appended)]
      return [...new Map(records.map((record) => [record.id, record])).values()]
    },
    async *entriesOf(institutionId, kind) {
      const newestFirst = appended
        .filter(
          (entry) => entry.institutionId === institutionId && (kind ?? entry.kind) === entry.kind,
        )
        .toReversed()
      if (newestFirst.length > 0) yield newestFirst
      yield* book.entriesOf(institutionId, kind)
    },
  }
  return {
    append: async (decide) => {
      const drafts = await decide(reader)
      const { position } = await reader.head()
      const entries = entriesAfter(position, drafts)
      appended.push(...entries)
      return entries
    },
  }
}
