import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookAfter, gateSheet, rulesFor } from '../../../test/support/gate-sheets.ts'
import { checkSheet } from '../gate.ts'

const findings = (offer: string) => rulesFor(gateSheet([offer]))

test('an AER that differs by 0.06 passes; one that differs by more is a finding', () => {
  for (const aer of ['9.06', '9.060', '8.94', '9'])
    assert.deepEqual(findings(`general 12 maturity 9.00 aer ${aer}`), [], aer)
  for (const aer of ['9.0601', '9.07', '8.93', '0.09'])
    assert.deepEqual(findings(`general 12 maturity 9.00 aer ${aer}`), ['effective-rate'], aer)
})

test('the AER is computed for every payout', () => {
  for (const [payout, aer] of Object.entries({
    maturity: '11.20',
    monthly: '14.93',
    quarterly: '14.75',
    annual: '14.00',
  })) {
    assert.deepEqual(findings(`general 60 ${payout} 14.00 aer ${aer}`), [], payout)
    assert.deepEqual(findings(`general 60 ${payout} 14.00 aer 13.00`), ['effective-rate'], payout)
  }
})

test('a rate without an AER has no finding', () => {
  assert.deepEqual(findings('general 12 maturity 9.00'), [])
})

test('the finding names both figures and the computed AER', () => {
  const book = bookAfter(gateSheet(['general 12 maturity 9.50']))
  const sheet = gateSheet(['general 12 maturity 9.53 aer 9.35'])
  const [finding] = checkSheet({ sheet, book })
  assert.deepEqual([finding?.was, finding?.now], ['9.50', '9.53'])
  assert.equal(
    finding?.message,
    'The AER of general 12 months maturity is printed as 9.35 %, but the rate 9.53 % gives 9.53 %; a difference of 0.06 is allowed.',
  )
})
