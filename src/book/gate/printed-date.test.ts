import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rulesForCollected } from '../../../test/support/collected-sheets.ts'
import { gateSheet } from '../../../test/support/gate-sheets.ts'
import type { Day } from '../../domain/day.ts'
import type { Sheet } from '../../domain/offer.ts'

const before = gateSheet(['general 12 maturity 9.35', 'general 24 maturity 9.50 from 5000'])

const rules = (printed: string | undefined, last?: string, sheet: Sheet = before) =>
  rulesForCollected(sheet, {
    before,
    reading: {
      findings: [],
      printedDate: printed === undefined ? undefined : { day: printed as Day },
    },
    today: '2026-06-09' as Day,
    lastPrintedDate: last as Day | undefined,
  })

test('a page that prints no date, and one that prints its first, have no finding', () => {
  assert.deepEqual(rules(undefined, '2026-06-01'), [])
  assert.deepEqual(rules('2026-06-01'), [])
})

test('a date after the day of the capture is a finding', () => {
  assert.deepEqual(rules('2026-06-09'), [])
  assert.deepEqual(rules('2026-06-10'), ['printed-date-in-future'])
})

test('a date before the last one is a finding', () => {
  assert.deepEqual(rules('2026-06-02', '2026-06-01'), [])
  assert.deepEqual(rules('2026-05-31', '2026-06-01'), ['printed-date-older'])
})

test('figures that changed under the same date are a finding', () => {
  const same = '2026-06-01'
  assert.deepEqual(rules(same, same), [])
  const changes = [
    ['general 12 maturity 9.40', 'general 24 maturity 9.50 from 5000'],
    ['general 12 maturity 9.35', 'general 24 maturity 9.50 from 10000'],
    ['general 12 maturity 9.35', 'general 24 maturity 9.50 from 5000', 'general 36 maturity 9.50'],
  ]
  for (const offers of changes) {
    assert.deepEqual(rules(same, same, gateSheet(offers)), ['printed-date-unchanged'])
    assert.deepEqual(rules('2026-06-02', same, gateSheet(offers)), [])
  }
  const reprinted = ['general 12 maturity 9.350', 'general 24 maturity 9.5 from 5000.00']
  assert.deepEqual(rules(same, same, gateSheet(reprinted)), [])
})
