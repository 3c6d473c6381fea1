import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePayout, payoutsNamed } from './payout.ts'

test('payouts are found in texts, and read where a whole text names one', () => {
  assert.deepEqual(payoutsNamed('Compounded quarterly, paid at maturity'), [
    'quarterly',
    'maturity',
  ])
  assert.deepEqual(payoutsNamed('Half-yearly'), ['other'])
  assert.deepEqual(payoutsNamed('Rate'), [])
  assert.equal(parsePayout('Interest paid monthly'), 'monthly')
  assert.equal(parsePayout('Compounded quarterly, paid at maturity'), undefined)
  assert.equal(parsePayout('Monthly special'), undefined)
})
