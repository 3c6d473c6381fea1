import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readMigrations } from './migrations.ts'

/** The migrations. After the first release, add a line for a new one and never change a line. */
const released = {
  sqlite: [['001-book.sql', 'ea63e0670f8e2609bbb94afc3023f894a0d2cfc6ce20464ac0667742935a233e']],
  postgres: [['001-book.sql', '9a9edb3ac10ee19cffd7370d405f9cb914060faf04c1f2bded44d96c60c7e8b3']],
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
