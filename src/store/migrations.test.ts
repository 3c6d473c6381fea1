import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readMigrations } from './migrations.ts'

/** The released migrations. Add a line for a new one; never change a line. */
const released = {
  sqlite: [['001-book.sql', '17271a12906056150b481175f70033ac4d89e0dd5919d50a002f12bd3dafb193']],
  postgres: [['001-book.sql', '9eeb2374243c90b3ead0fca2c2ddc3de693a6a1cdc6812eb3aabeccda447fea5']],
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
