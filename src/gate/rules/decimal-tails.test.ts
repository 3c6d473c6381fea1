import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rulesForCollected } from '../../../test/support/collected-sheets.ts'
import { bookAfter, gateSheet, rulesFor } from '../../../test/support/gate-sheets.ts'
import { checkSheet } from '../gate.ts'

const row = (rate: string) => gateSheet([`general 12 maturity ${rate}`])

test('four decimals pass; more are a finding, unless they are zeros at the end', () => {
  for (const rate of ['8', '8.29', '8.2901', '8.290000000'])
    assert.deepEqual(rulesFor(row(rate)), [], rate)
  for (const rate of ['8.29001', '8.290000000000001', '0.75000000000001'])
    assert.deepEqual(rulesFor(row(rate)), ['decimal-tail'], rate)
})

test('a move of 0.0001 passes; a smaller one is a finding, also one that ends a tail', () => {
  for (const [was, now] of [
    ['8.29', '8.2901'],
    ['8.2901', '8.29'],
    ['8.29', '8.290'],
    ['8.290000000000001', '8.30'],
  ] as const)
    assert.deepEqual(rulesFor(row(now), row(was)), [], `${was} to ${now}`)
  const tail = '8.290000000000001'
  assert.deepEqual(rulesFor(row('8.29'), row(tail)), ['tiny-move'])
  assert.deepEqual(rulesFor(row(tail), row('8.29')), ['decimal-tail', 'tiny-move'])
})

test('a collected sheet has the findings too', () => {
  const before = row('8.29')
  assert.deepEqual(rulesForCollected(row('8.290000000000001'), { before }), [
    'decimal-tail',
    'tiny-move',
  ])
})

test('the findings name the tier, both rates and the limit', () => {
  const book = bookAfter(row('8.29'))
  const [tail, move] = checkSheet({ sheet: row('8.290000000000001'), book })
  assert.deepEqual(tail, {
    rule: 'decimal-tail',
    tier: { variant: 'general', tenure: '12', payout: 'maturity' },
    was: '8.29',
    now: '8.290000000000001',
    message:
      'The rate of general 12 months maturity is 8.290000000000001 %; at most 4 decimals are expected.',
  })
  assert.equal(
    move?.message,
    'The rate of general 12 months maturity moves from 8.29 % to 8.290000000000001 %, by less than 0.01 basis points.',
  )
})
