import { setImmediate as nextTurn } from 'node:timers/promises'
import { Failure } from '../../domain/failure.ts'
import type { Instant } from '../../domain/instant.ts'
import { bookStart, type BookPosition } from '../../domain/stored-entry.ts'
import { mirrorError, otherBookError, verifiedEntries } from './chain.ts'
import { isPostgres, readAddress } from './postgres/address.ts'
import { openSqliteStore } from './sqlite/sqlite-store.ts'
import {
  type FollowOptions,
  type OpenOptions,
  type Store,
  StoreError,
  type StoreMode,
} from './store.ts'

/** Opens the book that `--database` names, passes it to `use`, and closes it. Commands that append by the clock pass `clock`. */
export async function withStore<T>(
  database: string,
  mode: StoreMode,
  use: (store: Store) => Promise<T>,
  clock?: () => Instant,
): Promise<T> {
  return closing(await open(database, { mode, clock }), use)
}

async function closing<T>(store: Store, use: (store: Store) => Promise<T>): Promise<T> {
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

/** Like `withStore` for reading, but refuses a mirror, for commands that need private entries. */
export async function withOwnBook<T>(
  database: string,
  use: (store: Store) => Promise<T>,
): Promise<T> {
  return withStore(database, 'read', async (store) => {
    const { name, mirrorOf } = store
    if (mirrorOf === undefined) return use(store)
    throw new Failure(
      'configuration',
      `The book ${name} mirrors ${mirrorOf}, which does not publish held sheets, decisions and reviewers: name a book of your own with --database.`,
    )
  })
}

/** Like `withStore` for reading, but the book may have any schema with entries. For commands that audit every entry first. */
export async function withEntries<T>(
  database: string,
  use: (store: Store) => Promise<T>,
): Promise<T> {
  return closing(await open(database, { mode: 'read', entriesOnly: true }), use)
}

/**
 * Opens the book that `--database` names. Followers pass the last position they served; a book that does not continue it is
 * refused. The clock is compared with that of PostgreSQL before an append.
 */
export async function openStore(
  database: string,
  mode: StoreMode,
  follow?: FollowOptions,
  clock?: () => Instant,
): Promise<Store> {
  return open(database, { mode, follow, clock })
}

async function open(database: string, options: OpenOptions): Promise<Store> {
  const reason = notABook(database)
  if (reason !== undefined) throw new Failure('configuration', reason)
  const store = await openEngine(database, options)
  if (options.mode !== 'write' || store.mirrorOf === undefined) return store
  await store.close()
  throw mirrorError(store)
}

async function openEngine(database: string, options: OpenOptions): Promise<Store> {
  if (!isPostgres(database)) return openFile(database, options)
  // Load the PostgreSQL driver only if it is needed.
  const { openPostgresStore } = await import('./postgres/postgres-store.ts')
  return openPostgresStore(database, options)
}

async function openFile(path: string, { mode, follow, entriesOnly }: OpenOptions): Promise<Store> {
  const store = await openSqliteStore(path, { mode, entriesOnly })
  const served = follow?.served
  try {
    if (served !== undefined) await checkServed(store, served)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Verifies all entries up to the position: a -wal file that was left behind may mix pages of two books. */
async function checkServed(store: Store, served: BookPosition): Promise<void> {
  const found = await store.digestAt(served.position)
  if (found !== served.digest) throw otherBookError(store.name, served, found)
  if (served.position === bookStart.position) return
  for await (const { reached } of verifiedEntries(store, bookStart)) {
    if (reached.position >= served.position) return
    // Requests are answered between two batches.
    await nextTurn()
  }
}

/** Explains why `--database` is invalid. Shows only the scheme of an address, because it may contain a password. */
export function notABook(database: string): string | undefined {
  if (database.trim() === '')
    return '--database is empty; give the path of a SQLite file, or postgres://….'
  // Otherwise it would be used as a path, and messages would show its password.
  if (!isPostgres(database) && almostAddress.test(database)) {
    return '--database is not an address such as postgres://user@host/database; check its spelling, quotes, spaces and slashes.'
  }
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(database)?.[1]
  if (scheme === undefined) return undefined
  if (isPostgres(database)) return addressError(database)
  return `--database has the scheme ${scheme}://, which is not supported; give the path of a SQLite file, or postgres://….`
}

/** Looks like a mistyped address: with quotes or spaces, without a colon, or with a password before a host. */
const almostAddress =
  /^[\s"']*postgres(?:ql)?:?\/|\bpassword\s*=|^(?![a-z][\w+.-]*:\/\/|[a-z]:[\\/]).*:.*@/is

function addressError(database: string): string | undefined {
  try {
    readAddress(database)
    return undefined
  } catch (error) {
    if (error instanceof StoreError) return error.message
    throw error
  }
}
