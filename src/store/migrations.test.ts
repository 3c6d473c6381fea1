import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readMigrations } from './migrations.ts'

/** The migrations. After the first release, add a line for a new one and never change a line. */
const released = {
  sqlite: [['001-book.sql', '27a52aa28bb84ce01a74a86e7d55ff3741498ac569ca614346fe9a6f62f7f39d']],
  postgres: [['001-book.sql', '2bf92cd536a7d4a918be0d1dcf63f4ea2ae9d546ed841cd5ee75332c114acf42']],
} as const

for (const [store, files] of Object.entries(released)) {
  test(`${store}: migrations are read in order, and released ones have not changed`, () => {
    const folder = new URL(`${store}/migrations/`, import.meta.url)
    const expected = files.map(([name, checksum], index) => {
      const sql = readFileSync(new URL(name, folder), 'utf8')
      return { number: index + 1, name, sql, checksum }
    })
    assert.deepEqual(readMigrations(folder), expected)
  })
}
