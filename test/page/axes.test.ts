import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rateTicks, timeTicks } from '../../web/chart/scale.ts'
import { noPageSettings } from '../../src/domain/book-settings.ts'
import { createMessages } from '../../web/messages/messages.ts'

const { words } = createMessages('en', noPageSettings)

/** The labels of an axis from the midnight of one day to that of another. */
function labels(from: string, until: string, count = 6): readonly string[] {
  return timeTicks(Date.parse(from), Date.parse(until), count, words).map(({ label }) => label)
}

test('an axis of a few days names days: at least two, or the only one', () => {
  assert.deepEqual(labels('2026-11-26', '2026-11-27'), ['26 Nov 2026'])
  assert.deepEqual(labels('2026-11-26', '2026-11-28'), ['26 Nov 2026', '27 Nov'])
  assert.deepEqual(labels('2026-11-20', '2026-11-27', 3), [
    '20 Nov 2026',
    '22 Nov',
    '24 Nov',
    '26 Nov',
  ])
  assert.deepEqual(labels('2026-11-03', '2026-11-30', 4), [
    '3 Nov 2026',
    '10 Nov',
    '17 Nov',
    '24 Nov',
  ])
  assert.deepEqual(labels('2025-12-31', '2026-01-02'), ['31 Dec 2025', '1 Jan 2026'])
  for (let days = 2; days < 800; days++)
    for (const count of [1.5, 3, 10]) {
      const from = Date.parse('2026-02-14')
      const ticks = timeTicks(from, from + days * 24 * 3_600_000, count, words)
      assert.ok(ticks.length >= 2 && ticks.length <= count + 2, `${days} ${count} ${ticks.length}`)
    }
})

test('an axis that begins within a day names that day at its start', () => {
  assert.deepEqual(labels('2026-10-27T09:00:00Z', '2026-11-26T09:00:00Z', 1.5), [
    '27 Oct 2026',
    '16 Nov',
  ])
  assert.deepEqual(labels('2026-11-25T09:00:00Z', '2026-11-26T04:00:00Z'), [
    '25 Nov 2026',
    '26 Nov',
  ])
  assert.deepEqual(labels('2026-11-26T01:00:00Z', '2026-11-26T04:00:00Z'), ['26 Nov 2026'])
})

test('a longer axis names months and years', () => {
  assert.deepEqual(labels('2026-08-20', '2026-11-27'), ['Sept 2026', 'Oct', 'Nov'])
  assert.deepEqual(labels('2024-02-01', '2026-11-27', 3), ['2025', '2026'])
})

test('the axis of rates is at least two percentage points long, and does not go below zero', () => {
  assert.deepEqual(rateTicks(['10.00'], 5), [9, 9.5, 10, 10.5, 11])
  assert.deepEqual(rateTicks(['10.00', '10.20'], 3), [9, 10, 11, 12])
  assert.deepEqual(rateTicks(['0.50'], 3), [0, 1, 2])
  assert.deepEqual(rateTicks(['7.25', '13.50'], 5), [6, 8, 10, 12, 14])
})
