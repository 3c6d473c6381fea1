import assert from 'node:assert/strict'
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TestContext } from 'node:test'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { StoreError, type StoreErrorKind } from '../../../src/book/store/store.ts'
import { registered } from './drafts.ts'

/** Creates a directory that is removed after the test. */
export function temporaryDirectory(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'ratebook-'))
  t.after(() => {
    rmSync(directory, { recursive: true })
  })
  return directory
}

/** Creates a closed book with one entry in a new directory, and returns its path. */
export async function bookIn(t: TestContext): Promise<string> {
  const path = join(temporaryDirectory(t), 'book.db')
  const store = await openSqliteStore(path, { mode: 'create' })
  await store.append(() => Promise.resolve([registered('a', '2026-06-01T00:00:00Z')]))
  await store.close()
  return path
}

/** Asserts that a promise rejects with this kind of error and a message that contains the path. */
export async function refused(
  work: Promise<unknown>,
  kind: StoreErrorKind,
  sentence: RegExp,
  path: string,
): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof StoreError, String(error))
    assert.equal(error.kind, kind)
    assert.match(error.message, sentence)
    assert.ok(error.message.includes(path), error.message)
    return true
  })
}

/** Runs SQL statements on a file, with all protections off. */
export function runSql(path: string, statements: string): void {
  const db = new DatabaseSync(path, { defensive: false })
  db.exec(statements)
  db.close()
}

/** Overwrites 400 bytes of a file. */
export function overwrite(path: string, at: number): void {
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(400, 0xa5), 0, 400, at)
  closeSync(file)
}

/** Flips a bit of a byte of a file. */
export function flipBit(path: string, at: number, bit = 0): void {
  const bytes = readFileSync(path)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
  writeFileSync(path, bytes)
}

/** Changes a book with its triggers off, and creates them again unchanged. */
export function changeBook(path: string, statements: string): void {
  const db = new DatabaseSync(path, { defensive: false })
  withoutTriggers(db, () => db.exec(statements))
  db.close()
}

/** Does some work while a book has no triggers. */
export function withoutTriggers(db: DatabaseSync, work: () => void): void {
  const triggers = db.prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`).all()
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${String(name)}`)
  work()
  for (const { sql } of triggers) db.exec(String(sql))
}
