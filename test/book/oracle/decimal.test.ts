import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  canonicalDecimal,
  compareDecimals,
  compareProducts,
  meanOf,
  medianOf,
  monthsOfDays,
  parseDecimal,
  sameDecimal,
  scaleOf,
  withPlaces,
  type Decimal,
} from '../../../src/domain/decimal.ts'
import { figuresOf } from '../../../src/book/query/summary/rising-rates.ts'
import { plainDecimal, reprintedDecimal, runs } from '../../support/generators.ts'
import { compareExact, exact, placesOf, sumOf, valueOf } from './exact.ts'
import { slowFigures } from './slow-answers.ts'

/** The grammar in words: digits, a point only between digits, no leading zero, at most 15 digits on each side. */
function isPlain(text: string): boolean {
  const [whole = '', fraction, ...rest] = text.split('.')
  const isDigits = (part: string) =>
    part.length > 0 &&
    part.length <= 15 &&
    part.split('').every((letter) => '0123456789'.includes(letter))
  return (
    rest.length === 0 &&
    isDigits(whole) &&
    (whole === '0' || !whole.startsWith('0')) &&
    (fraction === undefined || isDigits(fraction))
  )
}

/** Texts that are decimals, almost decimals, or anything else. */
const texts = fc.oneof(
  plainDecimal,
  fc.string({ unit: fc.constantFrom(...'0012.9'.split('')), maxLength: 18 }),
  fc.string({ unit: fc.constantFrom(...'01.-+e x_,\n٣'.split('')), maxLength: 6 }),
  fc
    .tuple(plainDecimal, fc.constantFrom('\n', ' ', '0', '.', '.0', 'e1'))
    .map(([value, end]) => value + end),
  fc.string(),
)

const places = fc.integer({ min: 0, max: 20 })
/** Values for one group: either a few close values, so that ties and equal values occur, or any values. */
const values = fc.array(
  fc.oneof(
    plainDecimal,
    fc.constantFrom(...(['8', '8.0001', '8.0005', '8.5', '8.50', '9.12345', '0.001'] as Decimal[])),
  ),
  { minLength: 1, maxLength: 9, size: 'max' },
)

test('a text is a decimal if the grammar accepts it, and keeps its printing', () => {
  fc.assert(
    fc.property(texts, (text) => {
      assert.equal(parseDecimal(text), isPlain(text) ? text : undefined)
    }),
    runs(2000),
  )
})

test('the canonical form is that of decimal.js, so each value has one text', () => {
  fc.assert(
    fc.property(plainDecimal, reprintedDecimal, (value, [one, other]) => {
      assert.equal(canonicalDecimal(value), valueOf(value))
      assert.equal(canonicalDecimal(one), canonicalDecimal(other))
      assert.equal(canonicalDecimal(canonicalDecimal(value)), canonicalDecimal(value))
    }),
    runs(1000),
  )
})

test('decimals compare as decimal.js compares them', () => {
  const two = fc.oneof(fc.tuple(plainDecimal, plainDecimal), reprintedDecimal)
  const close = fc.tuple(plainDecimal, fc.constantFrom('0', '1')).map(([value, end]) => {
    const longer = placesOf(value) === 0 ? `${value}.0${end}` : `${value}${end}`
    return [value, parseDecimal(longer) ?? value] as const
  })
  fc.assert(
    fc.property(fc.oneof(two, close), ([a, b]) => {
      assert.equal(Math.sign(compareDecimals(a, b)), compareExact(a, b))
      assert.equal(Math.sign(compareDecimals(b, a)), compareExact(b, a))
      assert.equal(sameDecimal(a, b), exact(a).equals(b))
    }),
    runs(2000),
  )
})

test('products compare as those of decimal.js', () => {
  const factors = fc.array(plainDecimal, { maxLength: 3 })
  const productOf = (group: readonly Decimal[]) =>
    group.reduce((product, value) => product.times(value), exact('1' as Decimal))
  const equal = factors.chain((group) =>
    fc.tuple(fc.constant(group), fc.shuffledSubarray(group, { minLength: group.length })),
  )
  fc.assert(
    fc.property(fc.oneof(fc.tuple(factors, factors), equal), ([some, others]) => {
      assert.equal(compareProducts(some, others), productOf(some).cmp(productOf(others)))
    }),
    runs(1000),
  )
})

test('a value is padded to a number of places, and loses no digit', () => {
  fc.assert(
    fc.property(plainDecimal, fc.integer({ min: 1, max: 20 }), (value, least) => {
      assert.equal(withPlaces(value, least), exact(value).toFixed(Math.max(least, placesOf(value))))
      assert.equal(scaleOf(value), placesOf(value))
    }),
    runs(1000),
  )
})

test('the mean is rounded half away from zero, as by decimal.js', () => {
  fc.assert(
    fc.property(values, places, (group, digits) => {
      assert.equal(meanOf(group, digits), sumOf(group).div(group.length).toFixed(digits))
    }),
    runs(1000),
  )
})

test('the median is the middle value, or the mean of the middle two', () => {
  fc.assert(
    fc.property(values, places, (group, digits) => {
      const rising = group.toSorted(compareExact)
      // Drop both ends until one or two values are left.
      let middle = rising
      while (middle.length > 2) middle = middle.slice(1, -1)
      assert.equal(medianOf(rising, digits), sumOf(middle).div(middle.length).toFixed(digits))
    }),
    runs(1000),
  )
})

test('the figures of a group do not depend on the order of its rates', () => {
  const printings = fc.constantFrom(...(['8.5', '8.5000', '8.50', '9.12500', '9.125'] as Decimal[]))
  const someRates = fc.oneof(values, fc.array(printings, { minLength: 1, maxLength: 6 }))
  const group = someRates.chain((rates) =>
    fc.tuple(fc.constant(rates), fc.shuffledSubarray(rates, { minLength: rates.length })),
  )
  fc.assert(
    fc.property(group, ([rates, shuffled]) => {
      const figures = figuresOf(rates) ?? assert.fail()
      assert.deepEqual(figures, slowFigures(rates))
      assert.deepEqual(figuresOf(shuffled), figures)
    }),
    runs(500),
  )
})

test('a tenure in days is days × 12 / 365 months, rounded half up to two places', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 36_500 }), (days) => {
      assert.equal(
        monthsOfDays(days),
        exact(String(days) as Decimal)
          .times(12)
          .div(365)
          .toFixed(2),
      )
    }),
    runs(1000),
  )
})
