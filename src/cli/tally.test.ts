import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Observation, Told } from '../http/message/observation.ts'
import { createTally, durationBounds } from './tally.ts'

const told: Told = {
  endpoint: '/compare',
  method: 'GET',
  target: '/compare',
  status: 200,
  bytes: 10,
}
const observation: Observation = { told, milliseconds: 0.04, client: '', via: 'memo' }

test('requests are counted by endpoint, method and status, and methods that nobody knows together', () => {
  const tally = createTally()
  const many: (Partial<Told> & Partial<Pick<Observation, 'via'>>)[] = [
    {},
    {},
    { status: 304 },
    { method: 'HEAD' },
    { method: 'PROPFIND', status: 405, via: 'none' },
    { method: 'FROB', status: 405, via: 'none' },
    { endpoint: 'other', method: '', status: 400, via: 'none' },
  ]
  for (const { via = 'memo', ...fields } of many)
    tally.observe({ ...observation, told: { ...told, ...fields }, via })
  assert.deepEqual(
    tally
      .requests()
      .map(({ endpoint, method, status, count }) => [endpoint, method, status, count]),
    [
      ['/compare', 'GET', 200, 2],
      ['/compare', 'GET', 304, 1],
      ['/compare', 'HEAD', 200, 1],
      ['/compare', 'other', 405, 2],
      ['other', 'other', 400, 1],
    ],
  )
  assert.deepEqual(Object.fromEntries(tally.answers()), { memo: 4, cache: 0, made: 0, none: 3 })
  assert.equal(tally.bytes(), 70)
})

test('a duration falls in the first bucket that it does not exceed', () => {
  const tally = createTally()
  const seconds = [0, 0.000_05, 0.000_051, 0.004, 5, 6]
  for (const one of seconds) tally.observe({ ...observation, milliseconds: one * 1_000 })
  const [durations] = tally.durations()
  assert.ok(durations)
  const filled = durations.buckets.flatMap((count, index) =>
    count === 0 ? [] : [[durationBounds[index] ?? Infinity, count]],
  )
  assert.deepEqual(filled, [
    [0.000_05, 2],
    [0.000_1, 1],
    [0.005, 1],
    [5, 1],
    [Infinity, 1],
  ])
  assert.equal(durations.seconds.toFixed(6), '11.004101')
})
