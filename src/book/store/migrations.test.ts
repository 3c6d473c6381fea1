import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { entryKinds } from '../../domain/entry.ts'
import { entryKeys } from '../../domain/stored-entry.ts'
import { readMigrations } from './migrations.ts'

/**
 * The versions of the format: the checksums of the migration of each store, and of the kinds and keys of entries. After the first
 * release, add a version for a change and never change one; `npm run docs -- kept-book` then keeps a book of it for the tests.
 */
const released = [
  {
    name: '001-book.sql',
    sqlite: '145f84872a8a1b2b51f0b71e2bf45081f4737e9ff4caa4b67a49c3d71f83e729',
    postgres: 'bc623c37a9d813fe6c74e5142d6840b68bed7b87496079b4c4774ea6a0401627',
    entries: 'ea2a559ee0b751894db8c972c89beef13bcea9d407da089291b03714dd35bd11',
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
