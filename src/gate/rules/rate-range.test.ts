import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gateSheet, rulesFor } from '../../../test/support/gate-sheets.ts'
import { checkSheet } from '../gate.ts'

const findings = (rate: string) => rulesFor(gateSheet([`general 12 maturity ${rate}`]))

test('rates from 0.5 % to 30 % pass, for every printing of the limits', () => {
  for (const rate of ['0.5', '0.500', '9.35', '30', '30.00'])
    assert.deepEqual(findings(rate), [], rate)
})

test('a rate below 0.5 % or above 30 % is a finding', () => {
  for (const rate of ['0.49', '0.0935', '0.4999', '30.01', '93.5', '100'])
    assert.deepEqual(findings(rate), ['rate-out-of-range'], rate)
})

test('the finding names the tier, its standing rate, the new rate and the limits', () => {
  const [finding] = checkSheet({
    sheet: gateSheet(['general 12.00 maturity 93.5 from 5000.00']),
    book: undefined,
  })
  assert.deepEqual(finding, {
    rule: 'rate-out-of-range',
    tier: { variant: 'general', tenure: '12.00', payout: 'maturity', minimumDeposit: '5000.00' },
    now: '93.5',
    message:
      'The rate of general 12 months maturity from 5000 is 93.5 %; rates from 0.5 % to 30 % are expected.',
  })
})

test('a tenure that the page prints in days is in days in the message', () => {
  const [finding] = checkSheet({
    sheet: gateSheet(['general 3.29 maturity 93.5']),
    book: undefined,
  })
  assert.match(finding?.message ?? '', /^The rate of general 100 days maturity is 93\.5 %/)
})
