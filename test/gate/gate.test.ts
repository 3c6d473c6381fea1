import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { filledTables } from '../support/fill-tables.ts'
import { gateTables } from './gate-tables.ts'

const page = readFileSync(new URL('../../docs/gate.md', import.meta.url), 'utf8')

test('docs/gate.md has the tables that `npm run gate-table` writes', () => {
  assert.equal(page, filledTables(page, gateTables()), 'run `npm run gate-table`')
})
