import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Decimal } from '../../domain/decimal.ts'
import { amountsIn, parseAmount } from './amount.ts'

test('amounts are read as pages print them', () => {
  for (const [text, amount] of [
    ['25000', '25000'] as const,
    ['5,000.00', '5000.00'] as const,
    ['1 Mn', '1000000'] as const,
    ['Rs. 250,000/-', '250000'] as const,
    ['Rs 1.5 million', '1500000'] as const,
    ['LKR 10,000 and above', '10000'] as const,
    ['1,000 - 9,999.99', '1000'] as const,
    ['10,000+', '10000'] as const,
    ['Up to 10,000', '0'] as const,
    ['over 10,000', '10000.01'] as const,
    ['5 lakh', '500000'] as const,
    ['2,50,000', '250000'] as const,
    ['රු. 5000', '5000'] as const,
    ['0', '0'] as const,
  ])
    assert.equal(parseAmount(text, { decimal: '.', currency: 'LKR' }), amount, text)
})

test('other texts are no amounts', () => {
  for (const text of [
    '',
    '-',
    '5,00',
    '1,0000',
    '$1000',
    '5,000 - 2,000',
    '1 - 2 lakh',
    'Rs.',
    '12 months',
    '1.000.000',
  ])
    assert.equal(parseAmount(text, { decimal: '.', currency: 'LKR' }), undefined, text)
})

test('amounts under a decimal comma, and of other currencies', () => {
  for (const [text, currency, amount] of [
    ['5.000 EUR', 'EUR', '5000'],
    ['5 000,50 €', 'EUR', '5000.50'],
    ['5,000', 'EUR', undefined],
    ['$5.000', 'EUR', undefined],
  ] as const)
    assert.equal(parseAmount(text, { decimal: ',', currency }), amount, text)
  assert.equal(parseAmount('5.000 EUR', { decimal: '.', currency: 'EUR' }), undefined)
  assert.equal(parseAmount('$10,000 & over', { decimal: '.', currency: 'USD' }), '10000')
  assert.equal(parseAmount('Below ₹ 3 crore', { decimal: '.', currency: 'INR' }), '0')
})

test('the evidence check accepts what was read of a band, and no other number of it', () => {
  assert.deepEqual(amountsIn('$1,000 - $9,999.99', '.'), ['1000'])
  assert.ok(amountsIn('over 10,000', '.').includes('10000.01' as Decimal))
  assert.deepEqual(amountsIn('Wealth 5,000', '.'), ['5000'])
})
