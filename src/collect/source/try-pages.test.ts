import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gateSheet } from '../../../test/support/gate-sheets.ts'
import { offerDifferences } from './try-pages.ts'

const differences = (before: readonly string[], after: readonly string[]) =>
  offerDifferences(gateSheet(before).offers, gateSheet(after).offers).map((one) => [
    one.before?.tenure ?? one.after?.tenure,
    one.before?.rate,
    one.after?.rate,
  ])

test('equal offers do not differ, however their tier is printed', () => {
  const offers = ['general 12 maturity 9.35 aer 9.35 from 5000']
  assert.deepEqual(differences(offers, offers), [])
  assert.deepEqual(differences(offers, ['general 12.00 maturity 9.35 aer 9.35 from 5000.00']), [])
})

test('figures differ if they are printed otherwise, and offers that only one list has', () => {
  assert.deepEqual(
    differences(
      ['general 6 maturity 8', 'general 12 maturity 9.35 aer 9.35', 'general 24 maturity 9.50'],
      ['general 3 maturity 7', 'general 12 maturity 9.35 aer 9.36', 'general 24 maturity 9.5'],
    ),
    [
      ['3', undefined, '7'],
      ['6', '8', undefined],
      ['12', '9.35', '9.35'],
      ['24', '9.50', '9.5'],
    ],
  )
})
