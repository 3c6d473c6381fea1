import type { BookReader } from '../../book/store/store.ts'
import type { Reviewer } from '../../domain/entry.ts'

/** A reviewer and the position of the entry that registered the reviewer, after the last removal if there was one. */
export type RegisteredReviewer = { readonly reviewer: Reviewer; readonly registration: number }

/** The registration of a reviewer. Rows of the desk database are valid only for it: a later registration may be of another person. */
export type Binding = { readonly reviewerId: string; readonly registration: number }

/** The registration that a row of the desk database is of. */
export function bindingOf(row: Readonly<Record<string, unknown>>): Binding {
  return { reviewerId: row['reviewer_id'] as string, registration: row['registration'] as number }
}

/** The reviewer with this id in the book now; `undefined` if there is none. */
export async function findReviewer(
  book: Pick<BookReader, 'entriesOf'>,
  id: string,
): Promise<RegisteredReviewer | undefined> {
  let found: RegisteredReviewer | undefined
  for await (const newestFirst of book.entriesOf('')) {
    for (const { kind, position, ...entry } of newestFirst) {
      if (!('reviewer' in entry) || entry.reviewer.id !== id) continue
      if (kind === 'reviewer-removed') return found
      // The last entry has the name, and the first one the position.
      const reviewer = found?.reviewer ?? (entry.reviewer as Reviewer)
      found = { reviewer, registration: position }
    }
  }
  return found
}

/** The reviewer to whom a row of the desk database belongs; `undefined` if that reviewer was removed since. */
export async function boundReviewer(
  book: Pick<BookReader, 'entriesOf'>,
  { reviewerId, registration }: Binding,
): Promise<RegisteredReviewer | undefined> {
  const found = await findReviewer(book, reviewerId)
  return found?.registration === registration ? found : undefined
}
