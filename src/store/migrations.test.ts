import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readMigrations } from './migrations.ts'

/** The migrations. After the first release, add a line for a new one and never change a line. */
const released = {
  sqlite: [['001-book.sql', 'ff41aa50110822d2125c774903bec51db1353d4342972be357dcc1965de54e46']],
  postgres: [['001-book.sql', '0e089c95c3a9d4061d3c5b0605fa07727683afb07eeb982871bc41758fb29ab1']],
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
