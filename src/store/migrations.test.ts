import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readMigrations } from './migrations.ts'

/** The released migrations. Add a line for a new one; never change a line. */
const released = {
  sqlite: [['001-book.sql', 'b0766b480c88cbd6aca23f777b48f3a90844634a0a3140c1d454a44a621d53d6']],
  postgres: [['001-book.sql', '57d7ce25f732aee9e3a2c593ce27c78c1b54614afc8b874b54537b178b1aadeb']],
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
