import { closeSync, existsSync, openSync, readSync, statSync, type Stats } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import {
  alteredSchema,
  newerFormatError,
  olderFormatError,
  otherBuild,
  otherSchemaError,
  type Migration,
} from '../migrations.ts'
import { type OtherSchema, StoreError, type StoreMode } from '../store.ts'
import { busyTimeout, isNotADatabase, isWithoutPlace, retryWhileBusy } from './errors.ts'
import {
  applicationId,
  disguisedTable,
  migrate,
  readHeader,
  recordedMigrations,
  schemaDifference,
  sqliteMigrations,
} from './schema.ts'

const uriModes = { create: 'rwc', write: 'rw', read: 'ro' } as const

/** Opens a SQLite file, creates or upgrades the schema, and checks it. A refused file is left unchanged. */
export async function connect(
  path: string,
  mode: StoreMode,
  entriesOnly: boolean,
): Promise<{ readonly db: DatabaseSync; readonly otherSchema: OtherSchema | undefined }> {
  // A URL, so that a file may be called `:memory:` and mode `rw` does not create a file.
  const url = pathToFileURL(resolve(path))
  url.searchParams.set('mode', uriModes[mode])
  if (mode === 'create') createPrivately(path)
  const options = { readOnly: mode === 'read', timeout: busyTimeout }
  const db = await retryWhileBusy(path, () => new DatabaseSync(url, options))
  try {
    const migrations = sqliteMigrations()
    const check = () => checkSchema(db, path, mode, migrations, entriesOnly)
    const { version, otherSchema } = await retryWhileBusy(path, () =>
      inTransaction(db, 'BEGIN', check),
    )
    if (mode !== 'read') await retryWhileBusy(path, () => db.exec(settings))
    if (version < migrations.length) {
      // Another process may have upgraded it meanwhile, so check again under the lock.
      const upgrade = () => migrate(db, migrations, check().version)
      await retryWhileBusy(path, () => inTransaction(db, 'BEGIN IMMEDIATE', upgrade))
    }
    if (mode !== 'read') await retryWhileBusy(path, () => checkSettings(db, path))
    return { db, otherSchema }
  } catch (error) {
    db.close()
    if (mode === 'read' && isWithoutPlace(error))
      throw new StoreError(
        'disk',
        `The book ${path} cannot be read there: SQLite makes ${path}-wal and ${path}-shm next to it even to read it, and this user may not, ` +
          'or the disk is full. Copy the book, and its -wal if there is one, to a folder that this user may write, and name the copy with --database.',
        error,
      )
    if (!isNotADatabase(error) || !hasBookHeader(path)) throw error
    throw firstPageError(path, error)
  }
}

/** Runs `work` in a transaction and rolls back if it throws. */
export function inTransaction<T>(
  db: DatabaseSync,
  begin: 'BEGIN' | 'BEGIN IMMEDIATE',
  work: () => T,
): T {
  db.exec(begin)
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

/** The greatest permissions of a new book, which may hold unpublished sheets. SQLite gives its -wal and -shm files the same. */
const newFileMode = 0o640

/** Creates a missing file with its permissions before SQLite opens it. SQLite itself would give the rights of the umask. */
function createPrivately(path: string): void {
  // Closing a file that is there would drop the locks of SQLite on it (https://sqlite.org/howtocorrupt.html).
  if (existsSync(path)) return
  try {
    closeSync(openSync(path, 'a', newFileMode))
  } catch {
    // SQLite fails for the same reason, and `toStoreError` explains it.
  }
}

/** The error for a book whose file header was changed. */
function firstPageError(path: string, cause?: unknown): StoreError {
  return new StoreError(
    'disk',
    `The first page of the book ${path} is damaged. Move the file away, and restore a backup in its place.`,
    cause,
  )
}

/** Where the file header has the application id (https://sqlite.org/fileformat.html). */
const applicationIdOffset = 68

/** Whether the header of a file has the application id of a book. Reads the file, so no connection to it may be open. */
function hasBookHeader(path: string): boolean {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(4)
    readSync(file, bytes, 0, 4, applicationIdOffset)
    return bytes.readInt32BE() === applicationId
  } finally {
    closeSync(file)
  }
}

// NORMAL, or macOS without fullfsync, can lose acknowledged commits when the power fails.
const settings = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA fullfsync = ON`

/** The version of the schema, 0 for a new file, and how it differs from the one that the migrations create. */
function checkSchema(
  db: DatabaseSync,
  path: string,
  mode: StoreMode,
  migrations: readonly Migration[],
  entriesOnly: boolean,
): { readonly version: number; readonly otherSchema?: OtherSchema | undefined } {
  const { application, version, objects } = readHeader(db)
  if (application === 0 && version === 0 && objects === 0) {
    if (mode === 'create') return { version: 0 }
    throw noBookError(path)
  }
  const isKnown = application === applicationId && version <= migrations.length
  if (!isKnown && schemaDifference(db, migrations) === undefined) throw firstPageError(path)
  if (application !== applicationId) {
    throw new StoreError(
      'configuration',
      `${path} is a database of another program, not a Ratebook book. ` +
        'Name another file with --database.',
    )
  }
  const otherSchema = otherSchemaOf(db, path, version, migrations)
  if (otherSchema !== undefined && !entriesOnly) throw otherSchemaError(otherSchema)
  if (version < migrations.length && mode === 'read')
    throw olderFormatError(path, version, migrations.length)
  return { version, otherSchema }
}

/** Refuses a book that a newer Ratebook has upgraded since it was opened. */
export function checkFormat(db: DatabaseSync, path: string, known: number): void {
  const { version } = readHeader(db)
  if (version > known) throw newerFormatError(path, version, known)
}

/** How the schema differs from the one that the migrations up to a version create. Throws for a version that is newer. */
function otherSchemaOf(
  db: DatabaseSync,
  path: string,
  version: number,
  migrations: readonly Migration[],
): OtherSchema | undefined {
  const difference = schemaDifference(db, migrations.slice(0, version))
  if (difference === undefined) return undefined
  const disguised = disguisedTable(db)
  if (disguised !== undefined)
    throw new StoreError(
      'disk',
      `The schema of the book ${path} is not the one that Ratebook created: ${disguised} is not a table, so it is not read. ` +
        'Move the file away, and restore a backup in its place.',
    )
  const build = otherBuild(path, recordedMigrations(db), migrations)
  if (build !== undefined) return build
  if (version > migrations.length) throw newerFormatError(path, version, migrations.length)
  return alteredSchema(path, difference)
}

function checkSettings(db: DatabaseSync, path: string): void {
  const journal = db.prepare('PRAGMA journal_mode').get()?.['journal_mode']
  const synchronous = db.prepare('PRAGMA synchronous').get()?.['synchronous']
  if (journal === 'wal' && synchronous === 2) return
  throw new StoreError(
    'configuration',
    `The book ${path} cannot be stored safely there (journal ${String(journal)}, ` +
      `synchronous ${String(synchronous)}): move it to a local disk.`,
  )
}

/** Refuses a missing file, a directory or a pipe, for which SQLite's own messages are unclear. */
export function checkPath(path: string, mode: StoreMode): void {
  const file = statOf(resolve(path), path)
  if (file?.isFile()) return
  if (file !== undefined) {
    throw new StoreError(
      'configuration',
      `${path} is not a file, so it cannot be a book. Name another one with --database.`,
    )
  }
  if (mode !== 'create') throw noBookError(path)
  const directory = dirname(resolve(path))
  if (statOf(directory, path)?.isDirectory()) return
  throw new StoreError(
    'configuration',
    `The book ${path} cannot be created, because there is no directory ${directory}. Create it, ` +
      'or name another file with --database.',
  )
}

/** The error for a missing book; it says how to create one. */
function noBookError(path: string): StoreError {
  return new StoreError(
    'configuration',
    `There is no book at ${path}. Create one with \`ratebook register FILE\`, name another one with ` +
      '--database, or see an invented market with `ratebook demo`.',
  )
}

function statOf(file: string, path: string): Stats | undefined {
  try {
    return statSync(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new StoreError(
      'disk',
      `The book ${path} cannot be reached (${code}). Check the permissions of the directories above it.`,
      error,
    )
  }
}
