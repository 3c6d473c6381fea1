import { isPostgres, readAddress } from '../store/postgres/address.ts'
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts'
import { StoreError, type Follow, type Served, type Store } from '../store/store.ts'
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

/** Opens the book that `--database` names; those who follow it say what they have served: no server will do that does not go on from there. */
export async function openStore(
  database: string,
  mode: StoreMode,
  follow?: Follow,
): Promise<Store> {
  const reason = notABook(database)
  if (reason !== undefined) throw new Failure('configuration', reason)
  if (!isPostgres(database)) return openFile(database, mode, follow?.served)
  // Its driver takes a tenth of a second to load.
  const { openPostgresStore } = await import('../store/postgres/postgres-store.ts')
  return openPostgresStore(database, { mode, follow })
}

async function openFile(path: string, mode: StoreMode, served?: Served): Promise<Store> {
  const store = await openSqliteStore(path, { mode })
  try {
    if (served !== undefined) await checkPast(store, served)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

async function checkPast(store: Store, { position, past }: Served): Promise<void> {
  // Node's cryptography takes 6 ms to load, and only who follows a book needs it.
  const { pastOf } = await import('../store/past.ts')
  if ((await pastOf(store, position)) !== past) throw new StoreError('configuration', otherPast)
}

const otherPast =
  'The book was replaced by one with another past; restart the server if that is meant to be served.'

/** Why a `--database` names no book, if it does not; an address may hold a password, so only its scheme is shown. */
export function notABook(database: string): string | undefined {
  if (database.trim() === '')
    return '--database is empty; give the path of a SQLite file, or postgres://….'
  // It would be taken for a path, and a password in it be a part of messages.
  if (!isPostgres(database) && almostAddress.test(database)) {
    return '--database is no address such as postgres://user@host/database; see to its spelling, quotes, blanks and slashes.'
  }
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(database)?.[1]
  if (scheme === undefined) return undefined
  if (isPostgres(database)) return wrongAddress(database)
  return `--database names a book by ${scheme}://, which this version does not know; give the path of a SQLite file, or postgres://….`
}

/** Quotes or blanks around an address, or a colon left out; and somebody with a password at a host, but for other schemes and for paths of Windows. */
const almostAddress =
  /^[\s"']*postgres(?:ql)?:?\/|\bpassword\s*=|^(?![a-z][\w+.-]*:\/\/|[a-z]:[\\/]).*:.*@/is

function wrongAddress(database: string): string | undefined {
  try {
    readAddress(database)
    return undefined
  } catch (error) {
    if (error instanceof StoreError) return error.message
    throw error
  }
}
