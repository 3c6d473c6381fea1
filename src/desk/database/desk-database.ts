import { closeSync, openSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { readMigrations } from '../../book/store/migrations.ts'
import { inTransaction } from '../../book/store/sqlite/connect.ts'
import { StoreError } from '../../book/store/store.ts'
import { reasonOf } from '../../domain/failure.ts'

/** The `application_id` in the file header, `RTDK` in ASCII. It distinguishes the file from a book. */
const applicationId = 0x52_54_44_4b

/** The milliseconds that a statement waits for another process, such as `ratebook reviewer invite`. */
const busyTimeout = 2_000

/** The database of a desk that runs. */
export type DeskDatabase = {
  /** The database in the file that has the path now. Throws a `StoreError` if the file cannot be used. */
  readonly current: () => DatabaseSync
  readonly close: () => void
}

/**
 * Opens the database of a desk, and opens it again once another file has its path: the first one was removed, or a backup was
 * restored. A missing file is created without passkeys, so reviewers must be invited again.
 */
export function followDeskDatabase(path: string): DeskDatabase {
  let db = openDeskDatabase(path)
  let file = fileAt(path)
  return {
    current() {
      if (fileAt(path) === file) return db
      const next = openDeskDatabase(path)
      db.close()
      db = next
      file = fileAt(path)
      return db
    },
    close: () => db.close(),
  }
}

/** Identifies the file at a path; `undefined` if there is none. A removed file keeps its inode while it is open. */
function fileAt(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && `${found.dev} ${found.ino}`
}

/** Whether an error comes from a statement in the database of the desk. The stores of books throw a `StoreError` instead. */
export function isDeskDatabaseError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'
}

/**
 * Opens the database of the desk, which only its owner can read, and creates or upgrades its schema. The caller closes it.
 * A file that cannot be used is a `StoreError`.
 */
export function openDeskDatabase(path: string): DatabaseSync {
  try {
    createPrivately(path)
    const url = pathToFileURL(resolve(path))
    url.searchParams.set('mode', 'rw')
    const db = new DatabaseSync(url, { timeout: busyTimeout })
    try {
      inTransaction(db, 'BEGIN IMMEDIATE', () => upgrade(db, path))
      return db
    } catch (error) {
      db.close()
      throw error
    }
  } catch (error) {
    if (error instanceof StoreError) throw error
    const reason = reasonOf(error)
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteFull)
      throw new StoreError(
        'disk',
        `The disk is full, so the desk database ${path} cannot be opened. Free some space, then run the same command again.`,
        error,
      )
    throw refused(
      `The desk database ${path} cannot be opened: ${reason}. Restore it, or name another file with --desk-database.`,
      error,
    )
  }
}

/** SQLITE_FULL. */
const sqliteFull = 13

/** Creates the file with its permissions before SQLite opens it, and refuses one that other users may read. */
function createPrivately(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const file = statSync(path)
    if (!file.isFile())
      throw refused(`${path} is not a file. Name another one with --desk-database.`, error)
    if ((file.mode & 0o077) === 0) return
    throw refused(
      `Other users have access to ${path}. If it is the desk's database, run chmod 600 on it; otherwise name another file with --desk-database.`,
    )
  }
}

function upgrade(db: DatabaseSync, path: string): void {
  const migrations = readMigrations(new URL('migrations/', import.meta.url))
  const version = headerField(db, 'user_version')
  const objects = db.prepare('SELECT count(*) AS value FROM sqlite_schema').get()?.['value']
  const isNew = version === 0 && objects === 0
  if (!isNew && headerField(db, 'application_id') !== applicationId)
    throw refused(
      `${path} is a database of another program, not of the desk. Name another file with --desk-database.`,
    )
  if (version > migrations.length)
    throw refused(
      `The desk database ${path} has version ${version}, and this Ratebook knows versions up to ${migrations.length}: install the newer Ratebook.`,
    )
  const damage = db.prepare('PRAGMA quick_check(1)').get()?.['quick_check']
  if (damage !== 'ok')
    throw refused(
      `The desk database ${path} is damaged: PRAGMA quick_check finds faults. Restore it, or remove it and invite the reviewers again.`,
    )
  for (const { number, name, sql, checksum } of migrations.slice(version)) {
    db.exec(sql)
    db.prepare('INSERT INTO migration VALUES (?, ?, ?)').run(number, name, checksum)
  }
  db.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length}`)
}

function headerField(db: DatabaseSync, name: 'application_id' | 'user_version'): number {
  return db.prepare(`PRAGMA ${name}`).get()?.[name] as number
}

function refused(sentence: string, cause?: unknown): StoreError {
  return new StoreError('configuration', sentence, cause)
}
