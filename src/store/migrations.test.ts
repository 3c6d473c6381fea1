import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readMigrations } from './migrations.ts'

/** The released migrations. Add a line for a new one; never change a line. */
const released = {
  sqlite: [['001-book.sql', '3c5ccb96cff950cb6e203297d1eff42f9a6ece1f3adee7a0ac101e44cd0f3cc3']],
  postgres: [['001-book.sql', '6b702178dba018367a01d6b7a91b2402badd0f7295d0b0ceb253f9687e93bfab']],
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
