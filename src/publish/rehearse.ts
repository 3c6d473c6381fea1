import type { Entry } from '../domain/entry.ts'
import type { BookReader, Store } from '../store/store.ts'

/** A book that takes entries as the real one would and keeps them to itself: what `--dry-run` publishes into. */
export function rehearse(book: BookReader): Pick<Store, 'append'> {
  const added: Entry[] = []
  const reader: BookReader = {
    head: async () => added.at(-1) ?? (await book.head()),
    currency: async () => {
      const sheet = added.find((entry) => entry.kind === 'sheet-published')?.sheet
      return (await book.currency()) ?? sheet?.currency
    },
    async *entriesOf(institutionId, kind) {
      const own = added
        .filter(
          (entry) => entry.institutionId === institutionId && (kind ?? entry.kind) === entry.kind,
        )
        .toReversed()
      if (own.length > 0) yield own
      yield* book.entriesOf(institutionId, kind)
    },
  }
  return {
    append: async (decide) => {
      const drafts = await decide(reader)
      const { position } = await reader.head()
      const entries = drafts.map((draft, index) => ({ ...draft, position: position + 1 + index }))
      added.push(...entries)
      return entries
    },
  }
}
