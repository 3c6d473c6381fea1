import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collected, rulesForCollected } from '../../../test/support/collected-sheets.ts'
import { gateSheet } from '../../../test/support/gate-sheets.ts'
import { checkCollected } from '../collected.ts'

const rows = ['general 12 maturity 9.10 from 5000', 'general 24 maturity 9.40 from 5000']
const wealth = 'general 24 maturity 10.00 from 250000'
const before = gateSheet([...rows, wealth])

test('a tier that is gone is a finding if another tier of its terms is listed', () => {
  assert.deepEqual(checkCollected(collected(gateSheet(rows), { before })), [
    {
      rule: 'tier-gone',
      tier: { variant: 'general', tenure: '24', payout: 'maturity', minimumDeposit: '250000' },
      was: '10.00',
      message:
        'The page lists other minimum deposits, but no longer general 24 months maturity from 250000, which stands at 10.00 %.',
    },
  ])
})

test('a tier with another minimum is not gone, nor are terms of which no tier is left', () => {
  const other = gateSheet([...rows, 'general 24 maturity 10.00 from 300000'])
  assert.deepEqual(rulesForCollected(other, { before: gateSheet([...rows, wealth]) }), [
    'tier-gone',
  ])
  const shifted = ['general 24 maturity 9.40 from 6000', 'general 24 maturity 10.00 from 300000']
  assert.deepEqual(rulesForCollected(gateSheet([rows[0] ?? '', ...shifted]), { before }), [])
  const rules = rulesForCollected(gateSheet(rows.slice(0, 1)), { before })
  assert.ok(!rules.includes('tier-gone'), rules.join())
})
