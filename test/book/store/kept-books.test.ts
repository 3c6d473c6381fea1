import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test, type TestContext } from 'node:test'
import { entryKinds } from '../../../src/domain/entry.ts'
import { postgresMigrations } from '../../../src/book/store/postgres/schema.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { sqliteMigrations } from '../../../src/book/store/sqlite/schema.ts'
import { run } from '../../support/cli.ts'
import { dropDatabase, newDatabase, testServer } from '../../support/postgres/database.ts'
import { inSession } from '../../support/postgres/query.ts'
import { copyOf } from '../../support/sample-book.ts'
import { answersOf, fileOf } from './books/kept-books.ts'

const formats = sqliteMigrations().map(({ number }) => number)

/** A copy of the kept book of a version of the format, which tests may change. */
const keptBook = (t: TestContext, format: number) => copyOf(t, fileURLToPath(fileOf(format, 'db')))

/** Upgrades a book, audits it, compares its answers with the kept ones, and appends to it. */
async function isReadable(database: string, format: number): Promise<void> {
  const entered = await run(['register', '--database', database, '-'], { input: '[]' })
  assert.equal(entered.code, 0, entered.stderr)
  const audit = () => run(['audit', '--database', database])
  const before = await audit()
  assert.deepEqual([before.code, before.stderr], [0, ''])
  const length = Number(/^(\d+) entries, no difference\n$/.exec(before.stdout)?.[1])
  const kept: unknown = JSON.parse(readFileSync(fileOf(format, 'json'), 'utf8'))
  assert.deepEqual(await answersOf(database), kept)
  const check = ['check', 'beta', '--clock-is-right', '--database', database]
  const appended = await run(check)
  assert.match(appended.stdout, new RegExp(`^beta: checked at position ${length + 1}, `))
  assert.equal((await audit()).stdout, `${length + 1} entries, no difference\n`)
}

for (const format of formats) {
  test(`the kept book of format ${format} is read and continued in SQLite`, async (t) => {
    await isReadable(keptBook(t, format), format)
  })

  test(`the kept book of format ${format} is read and continued in PostgreSQL`, async (t) => {
    const server = await testServer()
    const database = await newDatabase(server)
    t.after(() => dropDatabase(server, database))
    const store = await openSqliteStore(keptBook(t, format), { mode: 'write' })
    const entries = (await Array.fromAsync(store.storedEntries(0))).flat()
    await store.close()
    await inSession(database, async (query) => {
      for (const { number, name, sql, checksum } of postgresMigrations().slice(0, format)) {
        await query(sql)
        const values = [number, name, checksum]
        await query('INSERT INTO ratebook.migration VALUES ($1, $2, $3)', values)
      }
      for (const { position, at, kind, institutionId, digest, bodyDigest, body } of entries) {
        const columns = 'position, at, kind, institution_id, digest, body_digest, body_text'
        const values = [position, at, kind, institutionId, digest, bodyDigest, body]
        await query(
          `INSERT INTO ratebook.entry (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
          values,
        )
      }
    })
    await isReadable(database, format)
  })
}

test('the kept book of the present format has every kind of entry', async (t) => {
  const store = await openSqliteStore(keptBook(t, formats.length), { mode: 'read' })
  const kinds = (await Array.fromAsync(store.storedEntries(0))).flat().map(({ kind }) => kind)
  await store.close()
  assert.deepEqual(new Set(kinds), new Set(entryKinds))
})

test('both stores have the same versions of the format', () => {
  assert.equal(postgresMigrations().length, formats.length)
})
