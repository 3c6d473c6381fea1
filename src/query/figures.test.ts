import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Decimal } from '../domain/decimal.ts'
import { figuresOf } from './figures.ts'

const of = (first: string, ...rest: string[]) =>
  figuresOf([first, ...rest] as [Decimal, ...Decimal[]])

test('the figures of a group', () => {
  assert.deepEqual(of('9', '8.5', '8.25', '10'), {
    count: 4,
    least: '8.25',
    median: '8.750',
    most: '10',
    average: '8.938',
  })
})

test('one rate is all of its figures', () => {
  const figures = { count: 1, least: '8.5', median: '8.500', most: '8.5', average: '8.500' }
  assert.deepEqual(of('8.5'), figures)
})

test('median and average take the finest scale of the group, if it is finer than three digits', () => {
  const { median, average } = of('8.12345', '8.5', '9')
  assert.deepEqual([median, average], ['8.50000', '8.54115'])
})

test('of several printings of one rate, the order of the group decides nothing', () => {
  assert.deepEqual(of('8.5', '8.5000'), of('8.5000', '8.5'))
})
