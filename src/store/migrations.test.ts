import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readMigrations } from './migrations.ts'

/** The released migrations. Add a line for a new one; never change a line. */
const released = {
  sqlite: [['001-book.sql', '845e5ff6cec3241ad36e92cc4286e634a3ac56a357efc98fccd7d329d376c29a']],
  postgres: [['001-book.sql', '7487e31a0d8c7931b39c0bbc15f54712c6e23209c323dd4f92bfeed139b6fbdc']],
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
