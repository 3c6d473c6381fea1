import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readInstitutions } from '../../../src/book/publish/input/read-institutions.ts'
import { readSheet } from '../../../src/book/publish/input/read-sheet.ts'
import { sampleEntries, samplesOf } from '../../support/sample-market.ts'

for (const [market, counts] of [
  ['sri-lanka', { institutions: 47, sheets: 32, publishers: 19, offers: 646 }],
  ['india', { institutions: 7, sheets: 14, publishers: 7, offers: 385 }],
  ['vietnam', { institutions: 8, sheets: 16, publishers: 8, offers: 158 }],
] as const)
  test(`the samples of ${market} have ${counts.sheets} sheets, and all of them can be published`, () => {
    const folder = samplesOf(market)
    const { institutions, problems } = readInstitutions(readFileSync(`${folder}institutions.json`))
    assert.deepEqual(problems, [])
    const readings = globSync(`${folder}sheets/*.json`).map((path) => readSheet(readFileSync(path)))
    const sheets = readings.flatMap(({ sheet }) => sheet ?? [])
    assert.deepEqual(
      {
        institutions: institutions.length,
        sheets: sheets.length,
        publishers: new Set(sheets.map(({ institutionId }) => institutionId)).size,
        offers: sheets.flatMap(({ offers }) => offers).length,
      },
      counts,
    )
    assert.equal(sampleEntries(market).length, institutions.length + sheets.length)
  })
