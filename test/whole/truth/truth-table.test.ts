import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { filledTables } from '../../support/fill-tables.ts'
import { pageAt, truthTable } from './truth-table.ts'

test('docs/reliability.md has the numbers that other pages measured; `npm run docs` writes them', () => {
  const page = readFileSync(pageAt('reliability.md'), 'utf8')
  assert.equal(page, filledTables(page, { measured: truthTable() }))
  assert.match(page, /\| \d[\d,]* of \d[\d,]*: [\d,]+ held, [\d,]+ failed \|/)
})
