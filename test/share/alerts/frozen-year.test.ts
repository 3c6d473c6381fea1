import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { measureYear, seeds, yearRow } from './measure-year.ts'

const page = readFileSync(new URL('../../../docs/alerts.md', import.meta.url), 'utf8')

test('a silent freeze is found in a simulated year, on the day and with the false alarms that docs/alerts.md says', (t) => {
  const year = measureYear(seeds[0])
  t.diagnostic(JSON.stringify(year))
  assert.ok(year.foundAfter !== undefined)
  assert.ok(page.includes(yearRow(year)), yearRow(year))
})
