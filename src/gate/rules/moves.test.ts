import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookAfter, gateSheet, rulesFor } from '../../../test/support/gate-sheets.ts'
import { checkSheet } from '../gate.ts'

const before = gateSheet(['general 12 annual 8.00'])
const after = (rate: string, aer = '') =>
  rulesFor(gateSheet([`general 12 annual ${rate}${aer && ` aer ${aer}`}`]), before)

test('without an AER, a move of 99 basis points passes and one of 100 is a finding', () => {
  for (const rate of ['8.99', '7.01', '8.9999', '8']) assert.deepEqual(after(rate), [], rate)
  for (const rate of ['9', '9.00', '7.00', '11'])
    assert.deepEqual(after(rate), ['large-move'], rate)
})

test('with an AER, a move of 199 basis points passes and one of 200 is a finding', () => {
  for (const rate of ['9.99', '6.01']) assert.deepEqual(after(rate, rate), [], rate)
  for (const rate of ['10.00', '6', '11.00']) assert.deepEqual(after(rate, rate), ['large-move'])
})

test('a move of more than 300 basis points is a finding of its own rule alone', () => {
  for (const aer of ['', '11.01']) assert.deepEqual(after('11.01', aer), ['very-large-move'])
  assert.deepEqual(after('4.99'), ['very-large-move'])
  assert.deepEqual(after('5.00', '5'), ['large-move'])
})

test('a first rate and an offer that returns after a withdrawal have no move', () => {
  assert.deepEqual(rulesFor(gateSheet(['general 12 annual 25'])), [])
  const sheet = gateSheet(['general 12 annual 8.00', 'general 6 annual 25'])
  assert.deepEqual(rulesFor(sheet, before), [])
})

test('tiers are matched as publishing matches them', () => {
  const unstated = gateSheet(['general 12 annual 8.00'])
  const two = gateSheet(['general 12 annual 9.50 from 5000', 'general 12 annual 20 from 250000'])
  const [finding, ...rest] = checkSheet({ sheet: two, book: bookAfter(unstated) })
  assert.deepEqual(rest, [])
  assert.deepEqual([finding?.rule, finding?.tier?.minimumDeposit], ['large-move', '5000'])
})

test('the finding names the tier, both rates, the difference and the limit', () => {
  const sheet = gateSheet(['general 12 annual 12.50 aer 12.50'])
  const [finding] = checkSheet({ sheet, book: bookAfter(gateSheet(['general 12 annual 9.35'])) })
  assert.deepEqual(finding, {
    rule: 'very-large-move',
    tier: { variant: 'general', tenure: '12', payout: 'annual' },
    was: '9.35',
    now: '12.50',
    message:
      'The rate of general 12 months annual moves from 9.35 % to 12.50 %, by 315 basis points; two people should see a move of more than 300.',
  })
})
