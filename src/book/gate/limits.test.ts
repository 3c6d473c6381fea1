import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { collected } from '../../../test/support/collected-sheets.ts'
import { bookAfter, gateSheet } from '../../../test/support/gate-sheets.ts'
import { runs } from '../../../test/support/generators.ts'
import type { Decimal } from '../../domain/decimal.ts'
import { limitsOf, readLimits, type GateLimits } from '../../domain/gate-limits.ts'
import { checkCollected, checkSheet } from './gate.ts'

/** Percent in whole ten-thousandths as a decimal text. */
const percent = (units: bigint) => `${units / 10_000n}.${`${units % 10_000n}`.padStart(4, '0')}`

const size = (units: bigint) => (units < 0n ? -units : units)

/** Figures in ten-thousandths of a percent, on a coarse grid so that many of them meet a limit exactly. */
const units = (most: bigint) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.bigInt({ min: 1n, max: 6n }).map((steps) => steps * 5_000n) },
    fc.bigInt({ min: 1n, max: most }).map((steps) => steps * 10n),
  )

const someLimits = fc
  .record({
    rates: fc.tuple(units(1_000_000n), units(1_000_000n)),
    aer_tolerance: units(1_000_000n),
    senior_excess: units(1_000_000n),
    large_move_with_aer: units(1_000_000n),
    large_move_without_aer: units(1_000_000n),
    very_large_move: units(1_000_000n),
    /** In tenths. */
    unit_factor: fc.constantFrom(15n, 20n, 25n, 30n, 60n, 10_000n),
    many_moves_from: fc.integer({ min: 1, max: 6 }),
  })
  .map(({ rates: [a, b], ...rest }) => ({
    ...rest,
    lowest_rate: a < b ? a : b,
    highest_rate: a < b ? b : a,
  }))

type Units = typeof someLimits extends fc.Arbitrary<infer T> ? T : never

/** Reads limits as `ratebook.yaml` has them. */
function read(given: Units): GateLimits {
  const moves = [
    'senior_excess',
    'large_move_with_aer',
    'large_move_without_aer',
    'very_large_move',
  ]
  const valueOf = (name: string, value: bigint | number): string => {
    if (typeof value === 'number') return `${value}`
    if (name === 'unit_factor') return `${value / 10n}.${value % 10n}`
    return percent(moves.includes(name) ? value * 100n : value)
  }
  const { limits, problems } = readLimits(
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        { value: valueOf(name, value), reason: 'a test' },
      ]),
    ),
  )
  assert.deepEqual(problems, [])
  return limitsOf(limits)
}

/** A rate at one tenure: what stood, what the sheet lists, its AER, and the senior rate. */
const someRow = fc.record({
  was: units(300_000n),
  now: units(300_000n),
  aer: fc.option(fc.constantFrom(0n, 100n, 600n, 5_000n, 90_000n), { nil: undefined }),
  senior: fc.option(units(300_000n), { nil: undefined }),
})
type Row = typeof someRow extends fc.Arbitrary<infer T> ? T : never

const tenures = ['3', '6', '12', '24', '36']
const general = (index: number, rate: bigint, aer?: bigint) =>
  `general ${tenures[index]} annual ${percent(rate)}${aer === undefined ? '' : ` aer ${percent(aer)}`}`

/** The findings by the words of `docs/gate.md`, in whole numbers: each rule with the limit that decided. */
function restated(rows: readonly Row[], limits: Units): readonly string[] {
  const seniors = rows.flatMap(({ senior, now }) =>
    senior === undefined ? [] : [{ rate: senior, general: now }],
  )
  const outside = (rate: bigint): readonly string[] => {
    if (rate < limits.lowest_rate) return ['rate-out-of-range lowest_rate']
    return rate > limits.highest_rate ? ['rate-out-of-range highest_rate'] : []
  }
  const factor = limits.unit_factor
  const moved = rows.filter(({ was, now }) => was !== now)
  const isOne = rows.every((a) => rows.every((b) => a.now * b.was * 10n <= 11n * b.now * a.was))
  const isFar =
    rows.every(({ was, now }) => now * 10n >= was * factor) ||
    rows.every(({ was, now }) => now * factor <= was * 10n)
  const isMany =
    rows.length >= limits.many_moves_from &&
    moved.length * 2 > rows.length &&
    moved.some(({ aer }) => aer === undefined)
  return [
    ...rows.flatMap(({ now }) => outside(now)),
    ...seniors.flatMap(({ rate }) => outside(rate)),
    ...rows.flatMap(({ aer }) =>
      aer !== undefined && aer > limits.aer_tolerance ? ['effective-rate aer_tolerance'] : [],
    ),
    ...seniors.flatMap(({ rate, general: below }) =>
      rate < below ? ['senior-below-general'] : [],
    ),
    ...seniors.flatMap(({ rate, general: below }) =>
      rate - below > limits.senior_excess ? ['senior-far-above-general senior_excess'] : [],
    ),
    ...rows.flatMap(({ was, now, aer }) => {
      const name = aer === undefined ? 'large_move_without_aer' : 'large_move_with_aer'
      const move = size(now - was)
      return move >= limits[name] && move <= limits.very_large_move ? [`large-move ${name}`] : []
    }),
    ...rows.flatMap(({ was, now }) =>
      size(now - was) > limits.very_large_move ? ['very-large-move very_large_move'] : [],
    ),
    ...(isOne && isFar ? ['one-factor unit_factor'] : []),
    ...(isMany ? ['many-moves many_moves_from'] : []),
  ]
}

test('any limits in their ranges give the findings of the documented rules, each with the limit that decided', () => {
  fc.assert(
    fc.property(fc.array(someRow, { minLength: 1, maxLength: 5 }), someLimits, (rows, given) => {
      const limits = read(given)
      const before = gateSheet(rows.map(({ was }, index) => general(index, was)))
      const sheet = gateSheet(
        rows.flatMap(({ now, aer, senior }, index) => [
          general(index, now, aer === undefined ? undefined : now + aer),
          ...(senior === undefined
            ? []
            : [`senior_citizen ${tenures[index]} annual ${percent(senior)}`]),
        ]),
      )
      const findings = checkSheet({ sheet, book: bookAfter(before), limits })
      assert.deepEqual(
        findings.map(({ rule, limit }) => [rule, limit?.name ?? []].flat().join(' ')),
        restated(rows, given),
      )
      for (const { limit } of findings)
        if (limit !== undefined) assert.equal(limit.value, limits[limit.name].value)
    }),
    runs(3000),
  )
})

test('the tolerance of a source definition is the limit that decided', () => {
  const sheet = gateSheet(['general 12 maturity 9.35 aer 9.45'])
  const source = { limits: { aer_tolerance: { value: '0.08' as Decimal, reason: 'so' } } }
  const [finding] = checkCollected(collected(sheet, { source }))
  assert.deepEqual(finding?.limit, { name: 'aer_tolerance', value: '0.08' })
})

test('a limit of a source definition goes before that of the book, and decides', () => {
  const sheet = gateSheet(['general 1 maturity 0.125', 'general 12 maturity 0.30'])
  const limits = { lowest_rate: { value: '0.2' as Decimal, reason: 'usual in Japan' } }
  const findings = checkCollected(collected(sheet, { source: { limits } }))
  assert.deepEqual(
    findings.map(({ now, limit }) => [now, limit]),
    [['0.125', { name: 'lowest_rate', value: '0.2' }]],
  )
})
