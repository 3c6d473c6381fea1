import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

test('every test that the table of attacks names exists, and the table names every test of attacks', () => {
  const page = readFileSync(`${root}docs/review.md`, 'utf8')
  const [, table = ''] = page.split('## How is it defended?')
  const rows = table.split('\n').filter((line) => /^\| [a-z]/.test(line))
  const named = rows.slice(1).map((row) => row.split('|').at(-2) ?? '')
  const names = named.flatMap((cell) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  )
  assert.ok(names.length > 20)
  const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root })
  const known = new Set(files.map((path) => basename(path, '.test.ts')))
  for (const name of names) assert.ok(known.has(name), name)
  for (const path of globSync('test/desk/attacks-*.test.ts', { cwd: root })) {
    const name = basename(path, '.test.ts')
    if (name !== 'attacks-table') assert.ok(names.includes(name), name)
  }
})
