import { auditEntries, type Difference } from './audit-entries.ts'
import type { Store } from '../store/store.ts'
import { now } from '../cli/clock.ts'
import { progress } from '../cli/output.ts'
import { differenceInViews } from './views.ts'

/** The result of an audit: the position of the book, or that of the first difference. */
export type Audit = { readonly position: number; readonly difference?: Difference | undefined }

/** Audits a book. Repeats if an entry was added meanwhile, because entries and views must have one position. */
export async function auditBook(store: Store): Promise<Audit> {
  for (;;) {
    const bar = progress('auditing', (await store.head()).position)
    const audit = await auditEntries(store.storedEntries(0), now, bar.step)
    bar.end()
    if ('difference' in audit) return { position: audit.difference.position, ...audit }
    await store.checkIntegrity?.()
    const difference = differenceInViews(audit.market, await store.views())
    const { position } = await store.head()
    if (position === audit.market.position) return { position, difference }
  }
}
