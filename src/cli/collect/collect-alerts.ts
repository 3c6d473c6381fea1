import { readBook, type KnownBooks } from '../../publish/context-from-store.ts'
import type { Alert } from '../../query/alerts/alert.ts'
import { raisedAlerts } from '../../query/alerts/raised-alerts.ts'
import type { Store } from '../../store/store.ts'
import { readSchedules } from '../../alerts/read-schedules.ts'
import { now } from '../clock.ts'

/** The alerts that are raised in a book. Institutions without a source count as peers, and their rates must be verified, too. */
export async function readAlerts(
  store: Store,
  known: KnownBooks,
  sources: string,
): Promise<readonly Alert[]> {
  for (const { id } of await store.institutions()) await readBook(store, id, known)
  const { scheduleOf } = readSchedules(sources)
  return raisedAlerts({ books: known.values(), now: now(), scheduleOf })
}
