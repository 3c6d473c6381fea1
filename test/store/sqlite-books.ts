import assert from 'node:assert/strict'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TestContext } from 'node:test'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { StoreError, type StoreTrouble } from '../../src/store/store.ts'
import { registered } from './drafts.ts'

/** A new directory that goes away with the test. */
export function temporaryDirectory(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'ratebook-'))
  t.after(() => {
    rmSync(directory, { recursive: true })
  })
  return directory
}

/** The path of a closed book of one entry, alone in a directory of its own. */
export async function bookIn(t: TestContext): Promise<string> {
  const path = join(temporaryDirectory(t), 'book.db')
  const store = await openSqliteStore(path, { mode: 'create' })
  await store.append(() => Promise.resolve([registered('a', '2026-06-01T00:00:00Z')]))
  await store.close()
  return path
}

/** That the work is refused with this trouble, in a sentence that names the path. */
export async function refused(
  work: Promise<unknown>,
  trouble: StoreTrouble,
  sentence: RegExp,
  path: string,
): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof StoreError, String(error))
    assert.equal(error.trouble, trouble)
    assert.match(error.message, sentence)
    assert.ok(error.message.includes(path), error.message)
    return true
  })
}

/** Runs statements on a file, as someone with a SQL tool would who stops at nothing. */
export function runSql(path: string, statements: string): void {
  const db = new DatabaseSync(path, { defensive: false })
  db.exec(statements)
  db.close()
}

/** Puts 400 bytes of nonsense in a file. */
export function overwrite(path: string, at: number): void {
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(400, 0xa5), 0, 400, at)
  closeSync(file)
}
