import { emptyMarket } from '../market/market.ts'
import { rederive } from '../market/rederive.ts'
import { auditEntries, type Difference } from '../publish/audit-entries.ts'
import type { Store } from '../store/store.ts'
import { differenceInAnswers, differenceInViews, expectedOf } from './audit-answers.ts'
import { now } from './clock.ts'
import { Failure } from './failure.ts'
import { catchUp } from './load-market.ts'
import { withStore } from './open-store.ts'
import { command, type DatabaseOption } from './options.ts'
import { print, progress } from './output.ts'

export default command(
  'audit',
  'derive everything from the log again, and compare it with what the server and the SQL views say',
  'ratebook audit --database ratebook.db',
).action(async ({ database }: DatabaseOption) => {
  const { position, difference } = await withStore(database, 'read', auditBook)
  if (difference !== undefined) {
    throw new Failure('refused', `Position ${difference.position}: ${difference.message}`)
  }
  print(`${position} entries, no difference`)
})

/** Audits again if something was published meanwhile: log, answers and views have to be of one position. */
async function auditBook(
  store: Store,
): Promise<{ position: number; difference?: Difference | undefined }> {
  for (;;) {
    const bar = progress('auditing', (await store.head()).position)
    const log = await auditEntries(store.storedEntries(0), bar.step)
    bar.end()
    if ('difference' in log) return { position: log.difference.position, ...log }
    const expected = expectedOf(rederive(log.entries))
    // Loaded as a server loads it, not taken over from the checks above.
    const view = { market: await catchUp(store, emptyMarket), isHealthy: true, now: now() }
    const difference =
      differenceInAnswers(expected, view) ?? differenceInViews(expected, await store.views())
    const { position } = await store.head()
    if (position === log.entries.length) return { position, difference }
  }
}
