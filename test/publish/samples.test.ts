import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readInstitutions } from '../../src/publish/input/read-institutions.ts'
import { readSheet } from '../../src/publish/input/read-sheet.ts'
import { sampleEntries, samples } from '../support/sample-market.ts'

test('the samples have 47 institutions, and 32 sheets of 19 of them with 646 offers', () => {
  const { institutions, problems } = readInstitutions(readFileSync(`${samples}institutions.json`))
  assert.deepEqual([institutions.length, problems], [47, []])
  const readings = globSync(`${samples}sheets/*.json`).map((path) => readSheet(readFileSync(path)))
  const sheets = readings.flatMap(({ sheet }) => sheet ?? [])
  assert.equal(sheets.length, 32)
  assert.equal(new Set(sheets.map(({ institutionId }) => institutionId)).size, 19)
  assert.equal(sheets.flatMap(({ offers }) => offers).length, 646)
  assert.equal(sampleEntries().length, 47 + 32)
})
