import assert from 'node:assert/strict'
import { test } from 'node:test'
import { otherCurrency } from './currency.ts'

test('a word of another currency is found', () => {
  for (const [text, word] of [
    ['USD Fixed Deposits', 'USD'],
    ['Fixed deposits in US$', 'US$'],
    ['Rate (€)', '€'],
    ['US Dollar deposits', 'Dollar'],
    ['Deposits (GBP/EUR)', 'GBP'],
    ['$1000 to $499,999', '$'],
  ] as const)
    assert.equal(otherCurrency(text, 'LKR'), word, text)
})

test('the own currency, and words that only look like one, are not', () => {
  for (const text of [
    'Rupee fixed deposits',
    'Rs. 5,000',
    'LKR',
    'රු. 5000',
    'LKR and USD',
    'ALL CUSTOMERS',
    'TOP rates',
    'Sausdale',
    'Rates',
    'Hours',
    'Europe',
  ])
    assert.equal(otherCurrency(text, 'LKR'), undefined, text)
  assert.equal(otherCurrency('$1000 to $499,999', 'AUD'), undefined)
  assert.equal(otherCurrency('A$ deposits', 'AUD'), undefined)
  assert.equal(otherCurrency('US$ deposits', 'AUD'), 'US$')
  assert.equal(otherCurrency('Rs 100', 'INR'), undefined)
  assert.equal(otherCurrency('Ksh 50,000 and above', 'KES'), undefined)
  assert.equal(otherCurrency('Ksh 50,000 and above', 'UGX'), 'Ksh')
  assert.equal(otherCurrency('Lãi suất (50 triệu đồng)', 'VND'), undefined)
  assert.equal(otherCurrency('Lokata w złotych i PLN', 'PLN'), undefined)
})
