import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CanonicalDecimal } from '../../src/domain/decimal.ts'
import type { EvidenceRow } from '../../web/api/api.ts'
import { shortestLimit } from '../../web/api/background.ts'
import {
  bestOfColumns,
  higherOlder,
  matrixRows,
  ratesOf,
  tenuresOf,
} from '../../web/rates/matrix-rows.ts'
import { ariaSort, nextSort, parseSort, sortRows } from '../../web/rates/matrix-sort.ts'

/** `alpha 12 9.50 100000`: institution, tenure (`12-24` for a range), rate and, if there is one, minimum deposit. */
function offersOf(...lines: readonly string[]): readonly EvidenceRow[] {
  return lines.map((line) => {
    const [id = '', tenures = '', rate_pa = '', min_deposit = '0.00'] = line.split(' ')
    const [tenure_months = '', tenure_to_months = null] = tenures.split('-')
    return {
      id: 'p1-1',
      institution_id: id,
      product_variant: 'general',
      tenure_months,
      tenure_to_months,
      payout_type: 'maturity',
      min_deposit,
      rate_pa,
      source_url: 'https://bank.example/rates',
      own_page: true,
      by_hand: true,
      correction_id: null,
      last_verified_at: '2026-06-01T00:00:00Z',
      days_since_verified: 0,
      is_stale: false,
      stale_after_days: 7,
    }
  })
}

const rows = matrixRows(
  offersOf(
    'alpha 12.00 9.500 5000',
    'alpha 12.00 10.250 1000000',
    'alpha 24.00 11.0',
    'beta 12.00 9.50',
    'gamma 3.29 8',
  ),
  new Map(),
)
const [three, twelve, two] = ['3.29', '12', '24'] as CanonicalDecimal[]
if (three === undefined || twelve === undefined || two === undefined) throw new Error('no tenure')

test('a row for each institution, with the headline offer of each tenure and the tier that brings most', () => {
  assert.deepEqual(
    rows.map(({ institution_id: id, cells }) => [id, ...cells.keys()]),
    [
      ['alpha', '12', '24'],
      ['beta', '12'],
      ['gamma', '3.29'],
    ],
  )
  const cell = rows[0]?.cells.get(twelve)
  assert.deepEqual([cell?.offer.rate_pa, cell?.better?.rate_pa], ['9.500', '10.250'])
  assert.equal(rows[0]?.cells.get(two)?.better, undefined)
})

test('a range has a cell at each tenure in it, and an offer for one tenure goes before it', () => {
  const offers = offersOf('alpha 12-23.97 7', 'alpha 15 7.1', 'alpha 24-36 7.5', 'beta 18 8')
  const [alpha] = matrixRows(offers, new Map())
  assert.deepEqual(
    Array.from(alpha?.cells ?? [], ([tenure, { offer }]) => `${tenure}: ${offer.rate_pa}`),
    ['12: 7', '15: 7.1', '18: 7', '24: 7.5', '36: 7.5'],
  )
  assert.equal(ratesOf([...(alpha?.cells.values() ?? [])]).length, 3)
})

test('where offers are ranges, the usual tenures have columns and are shown first', () => {
  const starts = ['0.23', '1.51', '2', '4', '5', '7', '8', '9', '10', '11']
  const offers = offersOf(
    'alpha 12.03-60 7',
    'gamma 12.03-60 7',
    ...starts.map((start) => `beta ${start}-${start} 6`),
  )
  const { all, common } = tenuresOf(matrixRows(offers, new Map()))
  assert.deepEqual(all, [...starts, '12.03', '18', '24', '36', '60'])
  assert.ok(['18', '24', '36', '60'].every((tenure) => common.some((one) => one === tenure)))
})

test('the highest rate of a column is compared by value, and several institutions may have it', () => {
  assert.deepEqual(
    [...bestOfColumns(rows, [twelve, two])],
    [
      ['12', '9.5'],
      ['24', '11'],
    ],
  )
  assert.deepEqual(tenuresOf(rows), { all: ['3.29', '12', '24'], common: ['3.29', '12', '24'] })
})

test('sorting by a tenure puts the highest first, and institutions without an offer last in both orders', () => {
  const sorted = (column: CanonicalDecimal | 'name', isReversed = false) =>
    sortRows(rows, { column, isReversed }).map(({ institution_id: id }) => id)
  assert.deepEqual(sorted(two), ['alpha', 'beta', 'gamma'])
  assert.deepEqual(sorted(two, true), ['alpha', 'beta', 'gamma'])
  assert.deepEqual(sorted(three), ['gamma', 'alpha', 'beta'])
  assert.deepEqual(sorted('name', true), ['gamma', 'beta', 'alpha'])
})

test('the address names the column; a second press reverses the order', () => {
  const preset = { column: twelve, isReversed: false } as const
  const parse = (text: string) => parseSort(text, [twelve, two], preset)
  assert.deepEqual(parse('-24.00'), { column: '24', isReversed: true })
  for (const text of ['', '36', 'x', '--12']) assert.deepEqual(parse(text), preset)
  assert.equal(nextSort(two, preset), '24')
  assert.equal(nextSort(twelve, preset), '-12')
  assert.equal(ariaSort(twelve, preset), 'descending')
  assert.equal(ariaSort('name', { column: 'name', isReversed: false }), 'ascending')
  assert.equal(ariaSort(two, preset), undefined)
})

test('an older rate exceeds the best one of a column that counts, if it is higher by value', () => {
  const older = matrixRows(
    offersOf('delta 12 10.00', 'delta 24 11.000', 'delta 3.29 8.01', 'epsilon 3.29 7', 'delta 6 9'),
    new Map(),
  )
  const best = bestOfColumns(rows, [three, twelve, two])
  const higher = higherOlder(older, best)
  assert.deepEqual(
    [...higher].map(([tenure, all]) => [tenure, ...all.map((offer) => offer.rate_pa)]),
    [
      ['3.29', '8.01'],
      ['12', '10.00'],
    ],
  )
})

test('of several limits the shortest is true of all older rates', () => {
  const [offer] = offersOf('alpha 12 9')
  assert.ok(offer !== undefined)
  const limits = [30, 7, 14].map((stale_after_days) => ({ ...offer, stale_after_days }))
  assert.equal(shortestLimit(limits), 7)
})
