import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBook } from '../../../test/support/book.ts'
import { correctable, correctionOf, readCorrectForm, valueOf } from './correct-page.ts'

const book = openBook()
book.register('2026-06-01T00:00:00Z', 'alpha')
book.publish('2026-06-02T00:00:00Z', 'alpha', [
  'general 6 maturity 8.00',
  'general 12 maturity 9.00',
  'general 12 maturity 9.50 100000',
  'general 24 maturity 10.00',
])

function figures() {
  const alpha = book.market().institutions.get('alpha')
  assert.ok(alpha)
  return correctable(alpha).figures
}

const right = { cause: 'misread', note: 'a digit was lost' }

/** The request of the form, or its problems. */
function read(fields: Readonly<Record<string, string>>) {
  const form = readCorrectForm(new URLSearchParams({ ...right, ...fields }))
  const outcome = correctionOf(form, figures(), 'ann')
  return 'problems' in outcome ? outcome.problems : outcome.request
}

test('a chosen figure stays the same one after a correction that takes another offer out', () => {
  const values = figures().map(valueOf)
  assert.deepEqual(values, [
    '2 general 6 maturity 0 8.00',
    '2 general 12 maturity 0 9.00',
    '2 general 12 maturity 100000 9.50',
    '2 general 24 maturity 0 10.00',
  ])
  const [six = '', twelve = '', tiered = ''] = values
  book.correct('2026-06-03T00:00:00Z', 2, 'general 6 maturity none')
  const terms = { variant: 'general', tenure: '12', payout: 'maturity' }
  const asked = { ...right, of: 2, by: 'ann' }
  assert.deepEqual(read({ figure: twelve, rate: '9.10' }), {
    ...asked,
    figure: { tier: { ...terms, minimumDeposit: '0' }, rate: '9.10' },
  })
  assert.deepEqual(read({ figure: tiered, none: 'yes' }), {
    ...asked,
    figure: { tier: { ...terms, minimumDeposit: '100000' } },
  })
  assert.deepEqual(read({ figure: six, rate: '8.10' }), [
    'Choose the figure that is wrong. The figures may have changed meanwhile.',
  ])
  book.correct('2026-06-04T00:00:00Z', 2, 'general 6 maturity 8.00')
  assert.deepEqual(figures().map(valueOf), values)
})

test('a rate and its contradiction are refused', () => {
  const [figure = ''] = figures().map(valueOf)
  assert.deepEqual(read({ figure, rate: '9.10', none: 'yes' }), [
    'Give the right rate or tick "There was no such offer", not both.',
  ])
  const retraction = [
    'To retract a whole sheet, empty the right rate and untick "There was no such offer".',
  ]
  assert.deepEqual(read({ figure: 'sheet', of: '2', rate: '9.10' }), retraction)
  assert.deepEqual(read({ figure: 'sheet', of: '2', none: 'yes' }), retraction)
  assert.deepEqual(read({ figure: 'sheet', of: '2' }), { ...right, of: 2, by: 'ann' })
})
