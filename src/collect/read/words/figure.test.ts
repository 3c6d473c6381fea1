import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { compareProducts, parseDecimal, type Decimal } from '../../../domain/decimal.ts'
import { figuresIn, hasOtherMark, parseFigure, scaleFigure } from './figure.ts'

test('a figure keeps its printed digits', () => {
  for (const [text, figure] of [
    ['8.50%', '8.50'] as const,
    ['8.5 %', '8.5'] as const,
    ['9', '9'] as const,
    ['4.85% p.a.', '4.85'] as const,
    ['10.25 % per annum', '10.25'] as const,

    ['15 .00%*', '15.00'] as const,
    ['8.50%**', '8.50'] as const,
    ['0.0375', '0.0375'] as const,
    ['٨٫٥', '8.5'] as const,
    ['%8.5', '8.5'] as const,
    ['0.0215000000000000', '0.0215'] as const,
  ])
    assert.deepEqual(parseFigure(text, '.'), { figure }, text)
})

test('a range is not a figure', () => {
  for (const text of ['3.25-3.75', '6.50% to 15.00%', '3.25% – 3.75% p.a.', '3 / 4'])
    assert.deepEqual(parseFigure(text, '.'), { range: text }, text)
})

test('several figures, split figures and other texts are refused', () => {
  for (const text of [
    '',
    '-',
    'N/A',
    '6. 75%',
    '6 75%',
    '7.5007.760',
    '8.65%9.00%9.36%',
    '13.50% 16.00%',

    '8,50%',
    '.5',
    '09.50',
    '8.',
    '1e1',
    '-5',
    '8.50 (AER 8.83)',
    'Rs. 8.50',
    '{{rate}}',
    '8.50%\u200Bx',
    '1 5 .00',
    '9 9.5',
    '8..5',
  ])
    assert.equal(parseFigure(text, '.'), undefined, text)
})

test('the figures in a text are its whole numbers', () => {
  assert.deepEqual(figuresIn('8.00% (AER 8.30)', '.'), ['8.00', '8.30'])
  assert.deepEqual(figuresIn('16.25%', '.'), ['16.25'])
  assert.deepEqual(figuresIn('7.5007.760, 1,000.', '.'), [])
  assert.deepEqual(figuresIn('15 .00%*', '.'), ['15.00'])
  assert.deepEqual(figuresIn('9.25.', '.'), ['9.25'])
})

test('a power of ten moves the point and keeps the printed digits', () => {
  for (const [figure, factor, result] of [
    ['0.0375', '100', '3.75'] as const,
    ['0.0370', '100', '3.70'] as const,
    ['0.0', '100', '0'] as const,
    ['5', '100', '500'] as const,
    ['0.5', '1', '0.5'] as const,
    ['3.75', '0.5', '1.875'] as const,
    ['0.03751', '1000', '37.51'] as const,
  ])
    assert.equal(scaleFigure(figure as Decimal, factor as Decimal), result, `${figure} × ${factor}`)
})

test('the product is exact', () => {
  const decimal = fc
    .tuple(fc.nat(99_999), fc.stringMatching(/^\d{1,6}$/))
    .map(([whole, fraction]) => `${whole}.${fraction}` as Decimal)
  const factor = fc.oneof(
    fc.constantFrom('1', '10', '100', '1000').map((ten) => ten as Decimal),
    decimal,
  )
  fc.assert(
    fc.property(decimal, factor, (figure, factor) => {
      const product = scaleFigure(figure, factor)
      assert.ok(parseDecimal(product) !== undefined)
      assert.equal(compareProducts([product], [figure, factor]), 0)
    }),
  )
})

test('a figure under the other decimal mark is known, and not read', () => {
  assert.equal(parseFigure('4,25 %', '.'), undefined)
  assert.deepEqual(parseFigure('4,25 %', ','), { figure: '4.25' })
  assert.ok(hasOtherMark('4,25 %', '.'))
  assert.ok(hasOtherMark('4.25 %', ','))
  assert.ok(!hasOtherMark('4 %', ','))
  assert.deepEqual(figuresIn('4,25 % (4,30)', ','), ['4.25', '4.30'])
})

test('words for "a year" may stand before a rate', () => {
  for (const text of ['年0.350%', '年利 0.350%', '연 0.350%'])
    assert.deepEqual(parseFigure(text, '.'), { figure: '0.350' }, text)
  for (const text of ['2年', '每年2次']) assert.equal(parseFigure(text, '.'), undefined, text)
})
