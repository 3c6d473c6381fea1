import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readMigrations } from './migrations.ts'

/** The released migrations. Add a line for a new one; never change a line. */
const released = {
  sqlite: [['001-book.sql', '82ba5b1f6dc14bccd5528474f6a0a828e9e6e3dd41a1972e6986c61c502ef409']],
  postgres: [['001-book.sql', '749a381736f3840a32c7250cfefe5ce055313155053b9891fbe41365d2c0b693']],
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
