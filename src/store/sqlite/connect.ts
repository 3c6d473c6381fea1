import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { Migration } from '../migrations.ts'
import { checkPlace, misconfigured, noBook, type Mode } from './place.ts'
import { applicationId, firstDifference, migrate, sqliteMigrations, survey } from './schema.ts'
import { within } from './transaction.ts'
import { blockingWait, patiently } from './trouble.ts'

const uriModes = { create: 'rwc', write: 'rw', read: 'ro' } as const

/** Opens the database of a book and checks all that the store relies on. What is refused stays. */
export async function connect(path: string, mode: Mode): Promise<DatabaseSync> {
  checkPlace(path, mode)
  // A URL, because SQLite gives `:memory:` another meaning, and because `rw` creates nothing.
  const url = pathToFileURL(resolve(path))
  url.searchParams.set('mode', uriModes[mode])
  const options = { readOnly: mode === 'read', timeout: blockingWait }
  const db = await patiently(path, () => new DatabaseSync(url, options))
  try {
    const migrations = sqliteMigrations()
    const check = () => checkedVersion(db, path, mode, migrations)
    const version = await patiently(path, () => within(db, 'BEGIN', check))
    if (mode !== 'read') await patiently(path, () => db.exec(settings))
    if (version < migrations.length) {
      // Another process may have been first: checked again under the lock.
      const upgrade = () => migrate(db, migrations, check())
      await patiently(path, () => within(db, 'BEGIN IMMEDIATE', upgrade))
    }
    await patiently(path, () => checkSettings(db, path, mode))
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

// FULL, because NORMAL loses acknowledged commits at a power cut; fullfsync, because macOS does so
// without it.
const settings = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA fullfsync = ON`

/** The version of the book's schema; 0 for a book that is still to be made. */
function checkedVersion(
  db: DatabaseSync,
  path: string,
  mode: Mode,
  migrations: readonly Migration[],
): number {
  const { application, version, objects } = survey(db)
  if (application === 0 && version === 0 && objects === 0) {
    if (mode === 'create') return 0
    throw noBook(path)
  }
  if (application !== applicationId) {
    throw misconfigured(
      `${path} is a database of another program, no book of Ratebook. ` +
        'Name another file with --database.',
    )
  }
  if (version > migrations.length) {
    throw misconfigured(
      `The book ${path} is of version ${version}, and this Ratebook knows versions up to ` +
        `${migrations.length}: install the newer Ratebook.`,
    )
  }
  const difference = firstDifference(db, migrations.slice(0, version))
  if (difference !== undefined) {
    throw misconfigured(
      `The book ${path} is not as Ratebook made it: ${difference}. ` +
        'What it holds is no longer certain: restore a backup.',
    )
  }
  if (version < migrations.length && mode === 'read') {
    throw misconfigured(
      `The book ${path} is of the older version ${version}: ${anyWriter} brings it to version ` +
        `${migrations.length}.`,
    )
  }
  return version
}

function checkSettings(db: DatabaseSync, path: string, mode: Mode): void {
  const journal = db.prepare('PRAGMA journal_mode').get()?.['journal_mode']
  const synchronous = db.prepare('PRAGMA synchronous').get()?.['synchronous']
  if (mode === 'read') {
    if (journal === 'wal') return
    throw misconfigured(
      `The book ${path} is not in WAL mode, as a restored copy may be: ${anyWriter} ` +
        'puts that right.',
    )
  }
  if (journal === 'wal' && synchronous === 2) return
  throw misconfigured(
    `The book ${path} cannot be kept safely where it is (journal ${String(journal)}, ` +
      `synchronous ${String(synchronous)}): move it to a local disk.`,
  )
}

const anyWriter = 'any command that writes to it, for example `ratebook register FILE`,'
