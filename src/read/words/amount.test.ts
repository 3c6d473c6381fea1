import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAmount } from './amount.ts'

test('amounts are read as pages print them', () => {
  for (const [text, amount] of [
    ['25000', '25000'] as const,
    ['5,000.00', '5000.00'] as const,
    ['1 Mn', '1000000'] as const,
    ['Rs. 250,000/-', '250000'] as const,
    ['Rs 1.5 million', '1500000'] as const,
    ['KES 10,000 and above', '10000'] as const,
    ['2,50,000', '250000'] as const,
    ['$1000', '1000'] as const,
    ['රු. 5000', '5000'] as const,
    ['0', '0'] as const,
  ])
    assert.equal(parseAmount(text), amount, text)
})

test('other texts are no amounts', () => {
  for (const text of ['', '-', '5,00', '1,0000', '5000 - 9999', 'Rs.', '12 months', '1.000.000'])
    assert.equal(parseAmount(text), undefined, text)
})
