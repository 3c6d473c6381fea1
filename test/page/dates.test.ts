import assert from 'node:assert/strict'
import { test } from 'node:test'
import si from '../../web/messages/si.json' with { type: 'json' }
import { createDates, localTime } from '../../web/messages/dates.ts'

test('days are written as Intl writes them in a locale', () => {
  for (const locale of ['en-GB', 'ta-LK', 'vi-VN', 'pl-PL']) {
    const dates = createDates(locale)
    const intl = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
    for (let month = 0; month < 12; month++) {
      const at = Date.UTC(2026, month, month + 1, 23, 59)
      const [day, year] = ['numeric', 'numeric'] as const
      assert.equal(dates.day(at), intl({ day, month: 'long', year }).format(at))
      assert.equal(dates.shortDay(at), intl({ day, month: 'short', year }).format(at))
      assert.equal(dates.month(at), intl({ month: 'short' }).format(at))
      assert.equal(dates.dayOfMonth(at), intl({ day, month: 'short' }).format(at))
    }
  }
})

test('days are written as the calendar of a catalogue says, where it has one', () => {
  const dates = createDates('si-LK', si.calendar)
  assert.equal(dates.day('2026-06-09'), '2026 ජූනි 9')
  assert.equal(dates.shortDay('2026-09-09'), '2026 සැප් 9')
  assert.equal(dates.dayOfMonth(Date.UTC(2026, 8, 9)), 'සැප් 9')
})

test('a time is shown by the clocks of its time zone', () => {
  const at = '2026-06-09T20:05:59Z'
  assert.deepEqual(localTime(at, 'UTC'), { day: '2026-06-09', clock: '20:05', place: 'UTC' })
  assert.deepEqual(localTime(at, 'Etc/UTC'), { day: '2026-06-09', clock: '20:05', place: 'UTC' })
  assert.deepEqual(localTime(at, 'Asia/Colombo'), {
    day: '2026-06-10',
    clock: '01:35',
    place: 'Colombo',
  })
  const { place } = localTime(at, 'America/New_York')
  assert.equal(place, 'New York')
})
