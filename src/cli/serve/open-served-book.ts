import type { Logger } from 'pino'
import type { FollowOptions, Store } from '../../store/store.ts'
import { openStore } from '../open-store.ts'

/** Returns a function that opens the book for a server. It logs one warning if the server could also write to the book. */
export function openServedBook(
  database: string,
  log: Logger,
): (follow: FollowOptions) => Promise<Store> {
  let isWarned = false
  return async (follow) => {
    const store = await openStore(database, 'read', follow)
    if (isWarned) return store
    try {
      isWarned = (await store.canWrite?.()) === true
    } catch (error) {
      await store.close()
      throw error
    }
    if (isWarned) {
      log.warn(
        'The server may write in the book; let it be `ratebook_reader`, which `ratebook setup` makes.',
      )
    }
    return store
  }
}
