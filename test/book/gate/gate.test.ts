import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { filledTables } from '../../support/fill-tables.ts'
import { daysSinceLast, gateTables, nameOf, recentDays, shareOf } from './gate-tables.ts'
import { injectFaults, sampleSheets } from './measure.ts'

const sheets = sampleSheets()
const results = sheets.flatMap(injectFaults)
const withAer = Map.groupBy(
  results.filter(({ hasAer }) => hasAer),
  ({ fault }) => fault,
)

test('docs/gate.md has the tables that `npm run docs` writes', () => {
  const page = readFileSync(new URL('../../../docs/gate.md', import.meta.url), 'utf8')
  assert.equal(page, filledTables(page, gateTables(sheets, results)), 'run `npm run docs`')
})

test('where an AER is printed, the gate finds the faults that docs/gate.md promises', () => {
  for (const [fault, least] of Object.entries({
    'transposed digits': 1,
    'rate and AER swapped': 0.997,
    "the next row's rate": 0.98,
    'single wrong digit': 0.79,
  })) {
    const share = shareOf(withAer.get(fault) ?? [])
    assert.ok(share >= least, `${fault}: ${share}`)
  }
})

test('a rate of the next row is missed only if it differs by at most 0.05 %', () => {
  const missed = (withAer.get("the next row's rate") ?? []).filter(({ isCaught }) => !isCaught)
  for (const { sheet, offers, falsified } of missed) {
    const faulty = offers.find((offer) => !sheet.offers.includes(offer))
    const difference = Math.abs(Number(faulty?.rate) - Number(falsified[0]?.rate))
    assert.ok(difference < 0.0501, nameOf(sheet))
  }
})

test('of the real sheets that soon follow another one, only those that docs/gate.md explains have findings', () => {
  const stopped = sheets.filter(
    (sample) => (daysSinceLast(sample) ?? recentDays) < recentDays && sample.findings.length > 0,
  )
  assert.deepEqual(
    stopped.map(({ sheet }) => nameOf(sheet)),
    ['bank-of-ceylon, 2026-06-08', 'peoples-bank, 2026-06-09'],
  )
})
