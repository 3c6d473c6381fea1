import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysBetween } from '../../src/domain/day.ts'
import { readingsOf, segmentsOf } from '../../web/chart/readings.ts'

const at = (day: string): number => Date.parse(day)

test('the readings of a tier are in rising order; a rate that was corrected or retracted has none', () => {
  const readings = readingsOf([
    { new_rate_pa: '8.00', seen_at: ['2026-01-01', '2026-01-09'], prev_withdrawn_at: null },
    { new_rate_pa: '12.10', seen_at: [], prev_withdrawn_at: null },
    { new_rate_pa: '10.20', seen_at: ['2026-01-12'], prev_withdrawn_at: null },
  ])
  assert.deepEqual(readings, [
    { x: at('2026-01-01'), rate: '8.00' },
    { x: at('2026-01-09'), rate: '8.00' },
    { x: at('2026-01-12'), rate: '10.20' },
  ])
})

test('a line is dashed between readings that are more than 31 days apart', () => {
  const segments = (...days: readonly string[]) =>
    segmentsOf(days.map((day) => ({ x: at(day), rate: '8' }))).map(({ points, isDashed }) =>
      [
        ...points.map(({ x }) => new Date(x).toISOString().slice(5, 10)),
        isDashed === true ? 'dashed' : '',
      ]
        .join(' ')
        .trim(),
    )
  assert.deepEqual(segments(), [])
  assert.deepEqual(segments('2026-01-01'), [])
  assert.deepEqual(segments('2026-01-01', '2026-02-01', '2026-03-01'), ['01-01 02-01 03-01'])
  assert.deepEqual(segments('2026-01-01', '2026-02-02', '2026-02-03'), [
    '01-01 02-02 dashed',
    '02-02 02-03',
  ])
  assert.deepEqual(segments('2026-01-01', '2026-03-01', '2026-06-01'), [
    '01-01 03-01 dashed',
    '03-01 06-01 dashed',
  ])
})

test('a line ends where the offer was withdrawn, and begins anew where it returned', () => {
  const segments = (withdrawn: string, back: string) =>
    segmentsOf(
      readingsOf([
        { new_rate_pa: '8', seen_at: ['2026-01-01'], prev_withdrawn_at: null },
        {
          new_rate_pa: '9',
          seen_at: [back, '2026-12-01'],
          prev_withdrawn_at: withdrawn,
        },
      ]),
    ).map(({ points, isDashed = false }) => [
      ...points.map(({ x, rate }) => `${new Date(x).toISOString().slice(5, 10)} ${rate}`),
      ...(isDashed ? ['dashed'] : []),
    ])
  assert.deepEqual(segments('2026-01-03', '2026-11-20'), [
    ['01-01 8', '01-03 8'],
    ['11-20 9', '12-01 9'],
  ])
  assert.deepEqual(segments('2026-06-01', '2026-11-20'), [
    ['01-01 8', '06-01 8', 'dashed'],
    ['11-20 9', '12-01 9'],
  ])
})

test('days between two times are whole, and none if a page was read before its rates were published', () => {
  assert.equal(daysBetween(at('2026-01-01'), at('2026-01-03T23:00:00Z')), 2)
  assert.equal(daysBetween(at('2026-01-01T12:00:00Z'), at('2026-01-01')), 0)
})
