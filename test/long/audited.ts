import { auditBook } from '../../src/book/audit/audit-book.ts'
import { openStore } from '../../src/book/store/open-store.ts'
import type { Entry } from '../../src/domain/entry.ts'
import { bodyOf } from '../../src/domain/stored-entry.ts'
import { entriesOf } from '../book/store/drafts.ts'

/** Opens a book as the next command would, audits it as `ratebook audit` does, and returns its entries. */
export async function auditedEntries(database: string): Promise<readonly Entry[]> {
  const store = await openStore(database, 'write')
  try {
    const { difference } = await auditBook(store)
    if (difference !== undefined) throw new Error(JSON.stringify(difference))
    return await entriesOf(store)
  } finally {
    await store.close()
  }
}

/** Entries as texts that can be compared. */
export function textsOf(entries: readonly Entry[]): string[] {
  return entries.map(
    (entry) =>
      `${entry.position} ${entry.at} ${entry.kind} ${entry.institutionId} ${bodyOf(entry)}`,
  )
}
