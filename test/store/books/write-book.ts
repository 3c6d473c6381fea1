import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteMigrations } from '../../../src/store/sqlite/schema.ts'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.ts'
import { fillEditedBook } from '../../faults/edited-book.ts'
import { answersOf, fileOf } from './kept-books.ts'

// `npm run kept-book` writes a book of the present version of the format, and its answers. A kept book is never written again.
const format = sqliteMigrations().length
const kept = fileOf(format, 'db')
if (existsSync(kept)) throw new Error(`${kept.pathname} is kept already.`)
const folder = mkdtempSync(join(tmpdir(), 'ratebook-'))
const book = join(folder, 'ratebook.db')
await fillEditedBook(await openSqliteStore(book, { mode: 'create' }))
copyFileSync(book, kept)
// Reading creates files next to the book.
writeFileSync(fileOf(format, 'json'), `${JSON.stringify(await answersOf(book), null, 2)}\n`)
rmSync(folder, { recursive: true })
