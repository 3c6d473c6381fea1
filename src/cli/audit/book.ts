import { rederive } from '../../market/rederive.ts'
import { auditEntries, type Difference } from '../../publish/audit/audit-entries.ts'
import type { Store } from '../../store/store.ts'
import { compareAnswers, compareViews, firstDifference } from './answers.ts'
import { now } from '../clock.ts'
import { catchUp, emptyView } from '../load-market.ts'
import { progress } from '../output.ts'

/** The result of an audit: the position of the book, or that of the first difference. */
export type Audit = { readonly position: number; readonly difference?: Difference | undefined }

/** Audits a book. Repeats if an entry was added meanwhile, because log, answers and views must have one position. */
export async function auditBook(store: Store): Promise<Audit> {
  for (;;) {
    const bar = progress('auditing', (await store.head()).position)
    const log = await auditEntries(store.storedEntries(0), now, bar.step)
    bar.end()
    if ('difference' in log) return { position: log.difference.position, ...log }
    await store.checkIntegrity?.()
    const expected = rederive(log.entries)
    // Load the market as a server does, independently of the checks above.
    const { market } = await catchUp(store, emptyView)
    const view = { market, now: now() }
    const difference =
      firstDifference(compareAnswers(expected, view)) ??
      firstDifference(compareViews(expected, await store.views()))
    const { position } = await store.head()
    if (position === log.entries.length) return { position, difference }
  }
}
