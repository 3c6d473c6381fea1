import { openSqliteStore } from '../store/sqlite/sqlite-store.ts'
import type { Store } from '../store/store.ts'
import { Failure } from './failure.ts'

/** What a command wants of a book: `create` makes it if there is none. */
export type StoreMode = 'create' | 'write' | 'read'

/** Opens the book that `--database` names, hands it over, and closes it however that ends. */
export async function withStore<T>(
  database: string,
  mode: StoreMode,
  use: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openStore(database, mode)
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

/** Opens the book that `--database` names: the path of a SQLite file. */
export async function openStore(database: string, mode: StoreMode): Promise<Store> {
  const reason = notAPath(database)
  if (reason !== undefined) throw new Failure('configuration', reason)
  return openSqliteStore(database, { mode })
}

/** Why a `--database` is no path of a file, if it is not; an address may hold a password, so only its scheme is shown. */
export function notAPath(database: string): string | undefined {
  if (database.trim() === '') return '--database is empty; give the path of a SQLite file.'
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(database)?.[1]
  if (scheme === undefined) return undefined
  return `--database names a book by ${scheme}://, which this version does not know; give the path of a SQLite file.`
}
