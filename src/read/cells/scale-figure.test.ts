import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { compareProducts, parseDecimal, type Decimal } from '../../domain/decimal.ts'
import { scaleFigure } from './scale-figure.ts'

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
