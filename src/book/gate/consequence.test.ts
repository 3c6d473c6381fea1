import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collected } from '../../../test/support/collected-sheets.ts'
import { gateSheet } from '../../../test/support/gate-sheets.ts'
import { checkCollected } from './check-collected.ts'
import { consequenceOf } from './consequence.ts'

const general = ['3', '6', '12', '24'].map((tenure) => `general ${tenure} maturity 9.00`)
const before = gateSheet([...general, 'senior_citizen 12 maturity 9.50'])
const consequence = (offers: readonly string[]) =>
  consequenceOf(checkCollected(collected(gateSheet(offers), { before })))

test('a sheet without a finding is published', () => {
  assert.equal(consequence([...general, 'senior_citizen 12 maturity 9.50']), 'publish')
})

test('most findings hold a sheet for one reviewer', () => {
  assert.equal(consequence([...general, 'senior_citizen 12 maturity 8.90']), 'hold')
  assert.equal(consequenceOf([{ rule: 'some-rule-of-the-reading', message: '' }]), 'hold')
})

test('a very large move and a variant that is gone hold it for two', () => {
  const moved = ['general 24 maturity 12.10', 'senior_citizen 12 maturity 9.50']
  assert.equal(consequence([...general.slice(0, 3), ...moved]), 'hold-for-two')
  assert.equal(consequence(general), 'hold-for-two')
})

test('another unit, and nothing read, fail the run whatever else was found', () => {
  const fractions = ['3', '6', '12', '24'].map((tenure) => `general ${tenure} maturity 0.09`)
  assert.equal(consequence([...fractions, 'senior_citizen 12 maturity 0.095']), 'fail')
  assert.equal(consequence([]), 'fail')
})
