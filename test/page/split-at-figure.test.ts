import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Decimal } from '../../src/domain/decimal.ts'
import { splitAtFigure } from '../../web/views/receipt/split-at-figure.ts'

const split = (text: string, rate: string, printing: Parameters<typeof splitAtFigure>[2] = {}) => {
  const parts = splitAtFigure(text, rate as Decimal, printing)
  return parts && `${parts.before}[${parts.figure}]${parts.after}`
}

test('a printed text is cut at the whole number that is the rate', () => {
  for (const [text, rate, expected] of [
    ['8.50% p.a.', '8.5', '[8.50]% p.a.'],
    ['18.50 (8.50)', '8.500', '18.50 ([8.50])'],
    ['8.00% (AER 8.30).', '8.30', '8.00% (AER [8.30]).'],
    ['15 .00%*', '15', '[15 .00]%*'],
    ['at 9.25.', '9.25', 'at [9.25].'],
    ['7.5007.760', '7.5', undefined],
    ['1,000', '1', undefined],
    ['', '1', undefined],
  ] as const)
    assert.equal(split(text, rate), expected, text)
  assert.equal(split('0.0375 0.04', '4', { factor: '100' as Decimal }), '0.0375 [0.04]')
})

test('a decimal comma is the decimal mark where the source declares it', () => {
  for (const [text, rate, expected] of [
    ['14,25 % (4,25)', '4.25', '14,25 % ([4,25])'],
    ['4 ,25 %', '4.25', '[4 ,25] %'],
    ['4.25 %', '4.25', undefined],
    ['1.004,25', '4.25', undefined],
  ] as const)
    assert.equal(split(text, rate, { decimal: ',' }), expected, text)
  assert.equal(split('4,25 %', '4.25'), undefined)
})
