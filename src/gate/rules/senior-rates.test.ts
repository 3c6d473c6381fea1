import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gateSheet, rulesFor } from '../../../test/support/gate-sheets.ts'
import { checkSheet } from '../gate.ts'

const findings = (...offers: string[]) => rulesFor(gateSheet(offers))
const general = 'general 12 maturity 9.00'

test('a senior rate from the general rate to 200 basis points above it passes', () => {
  for (const rate of ['9', '9.00', '9.50', '11.00', '11.000'])
    assert.deepEqual(findings(general, `senior_citizen 12 maturity ${rate}`), [], rate)
})

test('a senior rate below the general rate is a finding', () => {
  for (const rate of ['8.99', '8.9999', '1'])
    assert.deepEqual(
      findings(general, `senior_citizen 12 maturity ${rate}`),
      ['senior-below-general'],
      rate,
    )
})

test('a senior rate more than 200 basis points above the general rate is a finding', () => {
  for (const rate of ['11.01', '11.0001', '15'])
    assert.deepEqual(
      findings(general, `senior_citizen 12 maturity ${rate}`),
      ['senior-far-above-general'],
      rate,
    )
})

test('only rates of the same tenure and payout are compared', () => {
  assert.deepEqual(findings(general, 'senior_citizen 6 maturity 5.00'), [])
  assert.deepEqual(findings(general, 'senior_citizen 12 monthly 5.00'), [])
  assert.deepEqual(findings(general, 'senior_citizen 12.00 maturity 5.00'), [
    'senior-below-general',
  ])
  assert.deepEqual(findings(general, 'women 12 maturity 5.00'), [])
})

test('tiers of the same minimum deposit are compared, whatever the other tiers are', () => {
  const tiers = ['general 12 maturity 9.00 from 5000', 'general 12 maturity 12.00 from 250000']
  assert.deepEqual(findings(...tiers, 'senior_citizen 12 maturity 12.50 from 250000.00'), [])
  assert.deepEqual(findings(...tiers, 'senior_citizen 12 maturity 11.00 from 250000'), [
    'senior-below-general',
  ])
})

test('without an equal minimum deposit, the headline offers are compared', () => {
  const senior = [
    'senior_citizen 12 maturity 9.50 from 10000',
    'senior_citizen 12 maturity 5.00 from 50000',
  ]
  assert.deepEqual(findings('general 12 maturity 9.00 from 5000', ...senior), [])
  assert.deepEqual(findings('general 12 maturity 10.00 from 5000', ...senior), [
    'senior-below-general',
  ])
})

test('a sheet with senior rates alone is not compared with the standing general rates', () => {
  const sheet = gateSheet(['senior_citizen 12 maturity 5.00'], { covers: ['senior_citizen'] })
  assert.deepEqual(rulesFor(sheet, gateSheet([general])), [])
})

test('the finding names both rates and their difference', () => {
  const sheet = gateSheet([general, 'senior_citizen 12 maturity 8.75'])
  const [finding] = checkSheet({ sheet, book: undefined })
  assert.equal(
    finding?.message,
    'The rate of senior_citizen 12 months maturity is 8.75 %, 25 basis points below the general rate of 9.00 %; it should not be below.',
  )
})
