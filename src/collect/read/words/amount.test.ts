import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compactWords } from '../../../../test/support/locales.ts'
import { sameDecimal, type Decimal } from '../../../domain/decimal.ts'
import { amountsIn, otherCurrency, parseAmount } from './amount.ts'
import { languageTags } from './languages.ts'

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

test('an amount has the decimals of its coins, its abbreviations, and ends without coins', () => {
  for (const [text, decimal, currency, amount] of [
    ['KWD 1.500', '.', 'KWD', '1.500'],
    ['1,000.500', '.', 'BHD', '1000.500'],
    ['1.000,500', ',', 'TND', '1000.500'],
    ['over 1,000', '.', 'OMR', '1000.001'],
    ['1.500', '.', 'EUR', undefined],
    ['Rp 1.000.000,00', ',', 'IDR', '1000000.00'],
    ['KD 500', '.', 'KWD', '500'],
    ['500 K.D.', '.', 'KWD', '500'],
    ['BD 500', '.', 'BHD', '500'],
    ['RO 500', '.', 'OMR', '500'],
    ['JD 500', '.', 'JOD', '500'],
    ['5.000 TL', ',', 'TRY', '5000'],
    ['Fr. 500.-', '.', 'CHF', '500'],
    ['CHF 1’000.–', '.', 'CHF', '1000'],
    ['1 000 000 FCFA', '.', 'XOF', '1000000'],
    ['500,-', ',', 'CZK', '500'],
    ['1.000,-- €', ',', 'EUR', '1000'],
    ['500:-', ',', 'SEK', '500'],
    ['500,- Kč', ',', 'CZK', '500'],
    ['1.000,- – 5.000,-', ',', 'NOK', '1000'],
    ['500,- 1', ',', 'CZK', undefined],
    ['KD 500', '.', 'LKR', undefined],
    ['5 MİLYON TL', ',', 'TRY', '5000000'],
    ['5 mil. Kč', ',', 'CZK', '5000000'],
    ['10 mil', ',', 'BRL', '10000'],
    ['10 mil €', ',', 'EUR', undefined],
  ] as const) {
    assert.equal(parseAmount(text, { decimal, currency }), amount, text)
    if (amount !== undefined)
      assert.ok(
        amountsIn(text, decimal).some((one) => sameDecimal(one, amount as Decimal)),
        text,
      )
  }
})

test('the words of CLDR for a thousand and more are right or refused, with the language of the page and without', () => {
  for (const tag of languageTags)
    for (const [word, meaning] of compactWords(tag))
      for (const count of [1, 5, 10])
        for (const language of [tag, undefined]) {
          const text = `${count} ${word}`
          const amount = parseAmount(text, { decimal: '.', currency: 'EUR', language })
          assert.ok(amount === undefined || Number(amount) === count * meaning, `${tag}: ${text}`)
        }
})

test('the evidence check accepts what was read of a band, and no other number of it', () => {
  assert.deepEqual(amountsIn('$1,000 - $9,999.99', '.'), ['1000'])
  assert.ok(amountsIn('over 10,000', '.').includes('10000.01' as Decimal))
  assert.deepEqual(amountsIn('Wealth 5,000', '.'), ['5000'])
})

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
