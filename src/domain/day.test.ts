import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayAfter, dayOf, parseDay, startOf, type Day } from './day.ts'
import { after } from './instant.ts'

test('only calendar days that exist are read', () => {
  for (const text of ['2026-06-09', '2024-02-29', '2000-02-29']) assert.equal(parseDay(text), text)
  const none = [
    '2026-02-29',
    '1900-02-29',
    '2026-06-31',
    '2026-6-9',
    '2026-06-09 ',
    '20260609',
    'today',
    '',
  ]
  for (const text of none) assert.equal(parseDay(text), undefined, text)
})

test('a day in UTC lasts from its first millisecond to its last', () => {
  const day = '2026-06-09' as Day
  assert.equal(dayOf(startOf(day)), day)
  assert.equal(dayOf(after(startOf(day), -1)), '2026-06-08')
  assert.equal(dayOf(after(startOf(dayAfter(day)), -1)), day)
})

test('the day after the last day of a month and of a year', () => {
  const next = {
    '2026-02-28': '2026-03-01',
    '2024-02-28': '2024-02-29',
    '2026-12-31': '2027-01-01',
  }
  for (const [day, following] of Object.entries(next)) assert.equal(dayAfter(day as Day), following)
})
