import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readMigrations } from './migrations.ts'

for (const store of ['sqlite', 'postgres']) {
  test(`${store}: every migration is listed in its order, with the checksum that its file has`, () => {
    const folder = new URL(`${store}/migrations/`, import.meta.url)
    const names = globSync('*.sql', { cwd: folder }).toSorted()
    const files = names.map((name, i) => {
      const sql = readFileSync(new URL(name, folder), 'utf8')
      return { number: i + 1, name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
    assert.ok(files.length > 0)
    assert.deepEqual(readMigrations(folder), files)
  })
}
