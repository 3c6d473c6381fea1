import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAmount } from '../../web/app/amount.ts'

test('amounts are read as people write them, exactly', () => {
  for (const [text, value] of [
    ['500000', '500000'],
    ['LKR 500,000', '500000'],
    ['lkr500,000', '500000'],
    ['500,000 LKR', '500000'],
    ['Rs. 500,000/-', '500000'],
    ['Rs 500000/=', '500000'],
    ['Rs.500,000.50', '500000.50'],
    ['රු. 500,000', '500000'],
    ['ரூ 500,000', '500000'],
    ['LKR Rs. 5', '5'],
    ['රුපියල් 5 000', '5000'],
    ['10,00,000', '1000000'],
    ['1 000 000', '1000000'],
    ['01000000.00', '1000000.00'],
    ['5 lakhs', '500000'],
    ['5 lakh', '500000'],
    ['5L', '500000'],
    ['Rs. 2.5 L', '250000'],
    ['2.5lacs', '250000'],
    ['1.5 million', '1500000'],
    ['1.2m', '1200000'],
    ['1.23456789 mn', '1234567.89'],
    ['500k', '500000'],
    ['0.5 k', '500'],
    ['2 crore', '20000000'],
    ['Rs. 2 Cr', '20000000'],
    ['1bn', '1000000000'],
    ['.5', '0.5'],
    ['.5 million', '500000'],
    ['Rs. .5 million', '500000'],
    ['ලක්ෂ 5', '500000'],
    ['රු. ලක්\u200Dෂ 5', '500000'],
    ['මිලියන 1.5', '1500000'],
    ['5 லட்சம்', '500000'],
    ['ரூ. 2 கோடி', '20000000'],
  ] as const)
    assert.deepEqual(parseAmount(text, 'LKR'), { value }, text)
})

test('an amount that cannot be read says why', () => {
  for (const [text, error] of [
    ['', 'notNumber'],
    ['lots', 'notNumber'],
    ['-5', 'notNumber'],
    ['0', 'notNumber'],
    ['0 lakhs', 'notNumber'],
    ['2500,50', 'notNumber'],
    ['1.000.000', 'notNumber'],
    ['5 lakhs 20', 'notNumber'],
    ['5 dozens', 'notNumber'],
    ['100.005', 'tooFine'],
    ['1.23456789 k', 'tooFine'],
    ['9999999999999999', 'tooLong'],
    ['9999999999999 k', 'tooLong'],
    ['USD 500', 'otherCurrency'],
    ['500 usd', 'otherCurrency'],
    ['$500', 'otherCurrency'],
    ['US$ 500', 'otherCurrency'],
    ['₹ 10,00,000', 'otherCurrency'],
    ['5 lakhs million', 'notNumber'],
    ['.', 'notNumber'],
  ] as const)
    assert.deepEqual(parseAmount(text, 'LKR'), { error }, text)
  assert.deepEqual(parseAmount('USD 500'), { value: '500' })
  assert.deepEqual(parseAmount('$500', 'USD'), { value: '500' })
  assert.deepEqual(parseAmount('₹ 10,00,000', 'INR'), { value: '1000000' })
  assert.deepEqual(parseAmount('Rs 500', 'USD'), { error: 'otherCurrency' })
})
