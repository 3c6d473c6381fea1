import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { compareDecimals, type Decimal } from './decimal.ts'
import { defaultGateLimits, limitNames, limitRanges, limitsOf, readLimits } from './gate-limits.ts'

const reason = 'because'

test('a book sets some limits, and keeps the others', () => {
  const { limits, problems } = readLimits({
    highest_rate: { value: 60, reason: ' rates rose to 50 % in 2024 ' },
    large_move_with_aer: { value: '500', reason },
  })
  assert.deepEqual(problems, [])
  assert.deepEqual(limitsOf(limits), {
    ...defaultGateLimits,
    highest_rate: { value: '60', reason: 'rates rose to 50 % in 2024' },
    large_move_with_aer: { value: '500', reason },
  })
})

test('rates from 0.001 to 1,000 % can be expected', () => {
  const { problems } = readLimits({
    lowest_rate: { value: 0.001, reason },
    highest_rate: { value: 1000, reason },
  })
  assert.deepEqual(problems, [])
})

test('the default of each limit is in its range, and so are the ends of the range', () => {
  for (const name of limitNames) {
    const { least, most } = limitRanges[name]
    const values: readonly Decimal[] = [defaultGateLimits[name].value, least, most]
    for (const value of values) {
      // The other end of the range of rates goes with any rate.
      const rest = name === 'lowest_rate' ? { highest_rate: { value: most, reason } } : {}
      const other = name === 'highest_rate' ? { lowest_rate: { value: least, reason } } : rest
      const { limits, problems } = readLimits({ ...other, [name]: { value, reason } })
      assert.deepEqual(problems, [])
      assert.equal(limits[name]?.value, value)
    }
  }
})

test('each problem has a sentence, all of them at once', () => {
  const { limits, problems } = readLimits({
    highest_rat: { value: 60, reason },
    lowest_rate: { value: 40, reason },
    very_large_move: { value: 0, reason },
    unit_factor: { value: 1000.1, reason },
    many_moves_from: { value: 2.5, reason },
    aer_tolerance: 0.1,
    senior_excess: { value: 100 },
    large_move_with_aer: { value: 100, reason, unit: 'percent' },
    large_move_without_aer: { value: 'many', reason: ' ' },
  })
  assert.deepEqual(Object.keys(limits), ['lowest_rate'])
  const shape = 'needs a value and the reason for it, and nothing else:'
  const sentences = problems.map(({ message }) => message)
  assert.deepEqual(sentences, [
    'gate.highest_rat is not a limit of the gate; the limits are lowest_rate, highest_rate, aer_tolerance, senior_excess, large_move_with_aer, large_move_without_aer, very_large_move, unit_factor, many_moves_from.',
    'gate.very_large_move.value 0 is not a plain number from 0.1 to 100000 (basis points).',
    'gate.unit_factor.value 1000.1 is not a plain number from 1.5 to 1000 (times).',
    'gate.many_moves_from.value 2.5 is not a whole number from 1 to 10000 (rates).',
    `gate.aer_tolerance ${shape} { value: 0.06, reason: "…" }.`,
    `gate.senior_excess ${shape} { value: 200, reason: "…" }.`,
    `gate.large_move_with_aer ${shape} { value: 200, reason: "…" }.`,
    `gate.large_move_without_aer ${shape} { value: 100, reason: "…" }.`,
    'gate.lowest_rate 40 is above gate.highest_rate 30; every rate would be a finding.',
  ])
})

test('whatever is given, each limit is read as a value of its range or has a sentence', () => {
  fc.assert(
    fc.property(fc.constantFrom(...limitNames), fc.jsonValue(), (name, value) => {
      const { limits, problems } = readLimits({ [name]: { value, reason } })
      const read = limits[name]
      if (read === undefined) return assert.equal(problems.length, 1)
      const { least, most } = limitRanges[name]
      assert.ok(compareDecimals(read.value, least) >= 0 && compareDecimals(read.value, most) <= 0)
    }),
  )
})
