import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { entryKinds } from '../domain/entry.ts'
import { entryKeys } from '../domain/entry-keys.ts'
import { readMigrations } from './migrations.ts'

/**
 * The versions of the format: the checksums of the migration of each store, and of the kinds and keys of entries. After the first
 * release, add a version for a change and never change one; `npm run kept-book` then keeps a book of it for the tests.
 */
const released = [
  {
    name: '001-book.sql',
    sqlite: 'ea63e0670f8e2609bbb94afc3023f894a0d2cfc6ce20464ac0667742935a233e',
    postgres: '9a9edb3ac10ee19cffd7370d405f9cb914060faf04c1f2bded44d96c60c7e8b3',
    entries: 'a5b0f9b0e0d8ff8dcb0622fa22dcfc181ab0a280ead8d783849996445a665c0d',
  },
  {
    name: '002-ranges.sql',
    sqlite: 'e9478dcaaa2488348cb7ee7b940933c14749989a4a189744ba00f138baf2e70c',
    postgres: 'be5cbee51c26a5e6511ac0136ee5fccb81fe1b1394b4058a3af47519a6917272',
    entries: 'dd0d78293cbac4fef0314f06f689128aa52ff1a2df4357ed2c9e9b4d2f317812',
  },
] as const

for (const store of ['sqlite', 'postgres'] as const) {
  test(`${store}: migrations are read in order, and released ones have not changed`, () => {
    const folder = new URL(`${store}/migrations/`, import.meta.url)
    const expected = released.map(({ name, [store]: checksum }, index) => {
      const sql = readFileSync(new URL(name, folder), 'utf8')
      return { number: index + 1, name, sql, checksum }
    })
    assert.deepEqual(readMigrations(folder), expected)
  })
}

test('the kinds and keys of entries are those of the last version of the format', () => {
  const text = [...entryKinds, ...[...entryKeys].toSorted()].join('\n')
  assert.equal(createHash('sha256').update(text).digest('hex'), released.at(-1)?.entries)
})
