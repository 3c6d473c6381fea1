import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteMigrations } from '../../../../src/book/store/sqlite/schema.ts'
import { openSqliteStore } from '../../../../src/book/store/sqlite/sqlite-store.ts'
import { fillEditedBook } from '../../../long/edited-book.ts'
import { answersOf, fileOf } from './kept-books.ts'

// `npm run docs -- kept-book` keeps a book of the present version of the format, unless there is one: a kept book is never written again.
// It also writes the answers of all kept books, which change when the API gets a field.
const folder = mkdtempSync(join(tmpdir(), 'ratebook-'))
const book = join(folder, 'ratebook.db')
const kept = fileOf(sqliteMigrations().length, 'db')
if (!existsSync(kept)) {
  await fillEditedBook(await openSqliteStore(book, { mode: 'create' }))
  copyFileSync(book, kept)
}
for (const { number } of sqliteMigrations()) {
  // Reading creates files next to the book, and writing upgrades it.
  copyFileSync(fileOf(number, 'db'), book)
  await (await openSqliteStore(book, { mode: 'write' })).close()
  writeFileSync(fileOf(number, 'json'), `${JSON.stringify(await answersOf(book), null, 2)}\n`)
}
rmSync(folder, { recursive: true })
