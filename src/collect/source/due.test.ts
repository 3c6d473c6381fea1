import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at } from '../../../test/support/sample-market.ts'
import { instantText } from '../../domain/instant.ts'
import { dueAt } from './due.ts'

const schedule = { schedule: '17 9,15 * * 1-5', timezone: 'Asia/Kolkata' }
const due = (lastRun: string | undefined, now: string, one = schedule) => {
  const { isDue, nextDue } = dueAt(one, lastRun === undefined ? undefined : at(lastRun), at(now))
  return [isDue, instantText(nextDue)]
}

// 2026-11-24 is a Tuesday. In Kolkata it is 5:30 hours later than in UTC: 09:17 there is 03:47Z.
test('a source that never ran is due', () => {
  assert.deepEqual(due(undefined, '2026-11-24T00:00:00Z'), [true, '2026-11-24T03:47:00Z'])
})

test('a source is due from the instant that its schedule names, in its own time zone', () => {
  const ran = '2026-11-24T00:00:00Z'
  assert.deepEqual(due(ran, '2026-11-24T03:46:59Z'), [false, '2026-11-24T03:47:00Z'])
  assert.deepEqual(due(ran, '2026-11-24T03:47:00Z'), [true, '2026-11-24T09:47:00Z'])
  assert.deepEqual(due('2026-11-24T03:47:00Z', '2026-11-24T09:00:00Z'), [
    false,
    '2026-11-24T09:47:00Z',
  ])
})

test('runs that were missed make a source due once', () => {
  assert.deepEqual(due('2026-11-10T00:00:00Z', '2026-11-24T04:00:00Z'), [
    true,
    '2026-11-24T09:47:00Z',
  ])
  assert.deepEqual(due('2026-11-24T04:00:00Z', '2026-11-24T04:00:00Z'), [
    false,
    '2026-11-24T09:47:00Z',
  ])
})

test('on a weekend the next run is on Monday', () => {
  assert.deepEqual(due('2026-11-27T09:47:00Z', '2026-11-28T12:00:00Z'), [
    false,
    '2026-11-30T03:47:00Z',
  ])
})

test('where the clocks change, each day has its runs', () => {
  const berlin = { schedule: '30 2 * * *', timezone: 'Europe/Berlin' }
  // On 2026-03-29 the hour from 02:00 to 03:00 does not exist, so the run is at 03:00; on 2026-10-25 it comes twice.
  assert.deepEqual(due('2026-03-28T02:00:00Z', '2026-03-29T00:30:00Z', berlin), [
    false,
    '2026-03-29T01:00:00Z',
  ])
  assert.deepEqual(due('2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', berlin), [
    false,
    '2026-10-26T01:30:00Z',
  ])
})
