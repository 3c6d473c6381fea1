import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  canonicalDecimal,
  compareDecimals,
  meanOf,
  medianOf,
  monthsOfDays,
  parseDecimal,
  parseWhole,
  withPlaces,
  type Decimal,
} from './decimal.ts'

const decimals = (...texts: string[]) => texts as Decimal[]
const decimal = (text: string) => text as Decimal

test('a plain decimal is read as it is printed', () => {
  const plain = ['0', '12', '12.0', '3.29', '0.05', '999999999999999.999999999999999']
  for (const text of plain) assert.equal(parseDecimal(text), text)
})

test('any other text is not a decimal', () => {
  const others = [
    '',
    ' 12',
    '12 ',
    '12\n',
    '+1',
    '-1',
    '1e1',
    '0x10',
    'NaN',
    '1,5',
    '1.',
    '.5',
    '4..75',
  ]
  const spare = ['00', '012', '1'.repeat(16), `1.${'1'.repeat(16)}`, '١٢']
  for (const text of [...others, ...spare]) assert.equal(parseDecimal(text), undefined, text)
})

test('a plain whole number consists of digits without a leading zero', () => {
  assert.equal(parseWhole('0'), 0)
  assert.equal(parseWhole('36500'), 36_500)
  for (const text of ['', '-1', '+1', '01', '1.0', '1e3', ' 1', '1 ', '١']) {
    assert.equal(parseWhole(text), undefined, text)
  }
})

test('the canonical form has no trailing zeros in the fraction, and keeps those of the whole number', () => {
  const forms = {
    '9.50': '9.5',
    '9.00': '9',
    '100': '100',
    '100.0': '100',
    '0.00': '0',
    '10.010': '10.01',
  }
  for (const [printed, canonical] of Object.entries(forms)) {
    assert.equal(canonicalDecimal(decimal(printed)), canonical)
  }
})

test('decimals compare by value, not by text and not as floating point', () => {
  const rising = decimals(
    '0',
    '0.000000000000001',
    '9',
    '9.05',
    '9.5',
    '10',
    '100000000000000',
    '100000000000000.000000000000001',
  )
  const shuffled = rising.toReversed().toSorted(compareDecimals)
  assert.deepEqual(shuffled, rising)
  assert.equal(compareDecimals(decimal('9.5'), decimal('9.500')), 0)
})

test('a value is padded with zeros and never loses a digit', () => {
  assert.equal(withPlaces(decimal('12'), 2), '12.00')
  assert.equal(withPlaces(decimal('9.5'), 3), '9.500')
  assert.equal(withPlaces(decimal('9.12345'), 3), '9.12345')
})

test('a mean is rounded half away from zero', () => {
  assert.equal(meanOf(decimals('8', '8.001'), 3), '8.001')
  assert.equal(meanOf(decimals('8', '8', '8.001'), 3), '8.000')
  assert.equal(meanOf(decimals('8.5', '9', '9'), 3), '8.833')
  assert.equal(meanOf(decimals('8.5'), 0), '9')
})

test('the median of an even number of values is the mean of the middle two', () => {
  assert.equal(medianOf(decimals('7', '8', '12'), 3), '8.000')
  assert.equal(medianOf(decimals('7', '8', '8.5', '12'), 3), '8.250')
  assert.equal(medianOf(decimals('7'), 3), '7.000')
})

test('days are converted to months: days × 12 / 365, two places', () => {
  const months = { 1: '0.03', 30: '0.99', 100: '3.29', 365: '12.00', 400: '13.15' }
  for (const [days, tenure] of Object.entries(months))
    assert.equal(monthsOfDays(Number(days)), tenure)
})
