import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Decimal } from '../../../domain/decimal.ts'
import { figuresOf } from './rising-rates.ts'

const of = (...rates: string[]) => figuresOf(rates as Decimal[])

test('the figures of a group', () => {
  assert.deepEqual(of('9', '8.5', '8.25', '10'), {
    count: 4,
    least: '8.25',
    median: '8.750',
    most: '10',
    average: '8.938',
  })
})

test('a group without rates has no figures', () => {
  assert.equal(of(), undefined)
})

test('a single rate is the minimum, median, maximum and mean', () => {
  const figures = { count: 1, least: '8.5', median: '8.500', most: '8.5', average: '8.500' }
  assert.deepEqual(of('8.5'), figures)
})

test('median and average take the finest scale of the group, if it is finer than three digits', () => {
  const { median, average } = of('8.12345', '8.5', '9') ?? assert.fail()
  assert.deepEqual([median, average], ['8.50000', '8.54115'])
})

test('the order of the rates does not matter; of several printings of one rate, that with the most digits counts', () => {
  assert.deepEqual(of('8.5', '8.5000'), of('8.5000', '8.5'))
  const figures = of('8.5000', '8.50', '8.5') ?? assert.fail()
  assert.deepEqual(figures, {
    count: 3,
    least: '8.5000',
    median: '8.5000',
    most: '8.5000',
    average: '8.5000',
  })
})
