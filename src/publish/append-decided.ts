import type { Draft, Entry } from '../domain/entry.ts'
import type { BookReader, Store } from '../store/store.ts'

/** What to append, with the warning about this machine's clock if there is one; or the outcome of appending nothing. */
export type Decided<Early> =
  | { readonly drafts: readonly Draft[]; readonly warning?: string | undefined }
  | { readonly early: Early }

/** Decides while the write lock of the book is held, and appends what was decided, all or nothing. */
export async function appendDecided<Early>(
  store: Pick<Store, 'append'>,
  decide: (reader: BookReader) => Promise<Decided<Early>>,
): Promise<
  | { readonly entries: readonly Entry[]; readonly warned: { readonly warning?: string } }
  | { readonly early: Early }
> {
  let decided: Decided<Early> | undefined
  const entries = await store.append(async (reader) => {
    decided = await decide(reader)
    return 'drafts' in decided ? decided.drafts : []
  })
  if (decided === undefined) throw new Error('The store appended without a decision.')
  if ('early' in decided) return decided
  const { warning } = decided
  return { entries, warned: warning === undefined ? {} : { warning } }
}
