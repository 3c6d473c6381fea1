import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { checkpointText } from '../../src/domain/checkpoint.ts'
import { rechainFile } from '../support/rechain.ts'
import { checkpointOver, testSigner } from '../support/test-signer.ts'

/** The program in another language that `docs/book.md` links to. */
export const verifier = fileURLToPath(new URL('../../docs/verify_book.py', import.meta.url))

/** Runs the program, as a reader of `docs/book.md` would. */
export function verify(...files: readonly string[]) {
  return verifyAs({}, ...files)
}

/** Runs the program as a user, by default this one. */
export function verifyAs(user: { readonly uid?: number }, ...files: readonly string[]) {
  const { status, stdout, stderr } = spawnSync('python3', [verifier, ...files], {
    encoding: 'utf8',
    ...user,
  })
  return { code: status, stdout, stderr }
}

/** Edits the entries of a book as an administrator can: triggers and checks are off meanwhile. */
export function edit(book: string, sql: string, { isRechained = false } = {}): void {
  const db = new DatabaseSync(book)
  db.exec('PRAGMA ignore_check_constraints = ON')
  const triggers = db.prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`).all()
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name as string}`)
  db.exec(sql)
  if (isRechained) rechainFile(db)
  for (const trigger of triggers) db.exec(trigger['sql'] as string)
  db.close()
}

/** Writes a checkpoint of a position of a book beside the book. */
export function checkpointOf(book: string, position: number): string {
  const db = new DatabaseSync(book, { readOnly: true })
  const sql = 'SELECT digest FROM entry WHERE position <= ? ORDER BY position'
  const digests = db
    .prepare(sql)
    .all(position)
    .map(({ digest }) => digest as string)
  db.close()
  const file = join(dirname(book), 'checkpoint.txt')
  writeFileSync(file, testSigner.sign(checkpointText(checkpointOver(digests))))
  return file
}
