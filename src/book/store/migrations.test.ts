import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { entryKinds } from '../../domain/entry.ts'
import { entryKeys } from '../../domain/entry-body.ts'
import { readMigrations } from './migrations.ts'

/**
 * The versions of the format: the checksums of the migration of each store, and of the kinds and keys of entries. After the first
 * release, add a version for a change and never change one; `npm run docs -- kept-book` then keeps a book of it for the tests.
 */
const released = [
  {
    name: '001-book.sql',
    sqlite: '9535d3f1a378561eadc3368a766d4a3b1702f873200bdbb3e4330b3ba9ea30ae',
    postgres: '1f0fe2266b63b4aab467678f74c539343b502c9a90d148bf409617665087bf9d',
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
