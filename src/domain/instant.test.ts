import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  after,
  instantText,
  parseInstant,
  parseInstantWithOffset,
  type Instant,
} from './instant.ts'

test('an instant that exists is read to the millisecond', () => {
  assert.equal(parseInstant('1970-01-01T00:00:00Z'), 0)
  assert.equal(parseInstant('1970-01-01T00:00:01.5Z'), 1500)
  assert.equal(parseInstant('1970-01-01T00:00:01.05Z'), 1050)
  assert.equal(parseInstant('2024-02-29T23:59:59.999Z'), Date.UTC(2024, 1, 29, 23, 59, 59, 999))
})

test('an instant that does not exist, is not in UTC or has another format is not read', () => {
  const none = [
    '2026-02-29T00:00:00Z',
    '2026-02-31T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-06-09T24:00:00Z',
    '2026-06-09T23:60:00Z',
    '2016-12-31T23:59:60Z',
    '2026-06-09T00:00:00',
    '2026-06-09T00:00:00+05:30',
    '2026-06-09T00:00:00z',
    '2026-06-09 00:00:00Z',
    '2026-06-09T00:00Z',
    '2026-06-09T00:00:00.0001Z',
    '2026-06-09',
    '+012026-06-09T00:00:00Z',
    '',
  ]
  for (const text of none) assert.equal(parseInstant(text), undefined, text)
})

test('an instant with an offset is read as UTC', () => {
  const same = [
    ['2026-06-09T05:30:00+05:30', '2026-06-09T00:00:00Z'],
    ['2026-06-09T00:00:00+14:00', '2026-06-08T10:00:00Z'],
    ['2026-12-31T23:30:00.250-12:00', '2027-01-01T11:30:00.250Z'],
    ['2026-06-09T00:00:00-00:00', '2026-06-09T00:00:00Z'],
    ['2026-06-09T00:00:00Z', '2026-06-09T00:00:00Z'],
  ] as const
  for (const [text, utc] of same)
    assert.equal(parseInstantWithOffset(text), parseInstant(utc), text)
})

test('an offset that no clock has, or one on a day that does not exist, is not read', () => {
  const none = [
    '2026-02-29T00:00:00+05:30',
    '2026-06-31T23:00:00-05:00',
    '2026-06-09T24:00:00+05:30',
    '2026-06-09T00:00:00+14:01',
    '2026-06-09T00:00:00-12:30',
    '2026-06-09T00:00:00+05:60',
    '2026-06-09T00:00:00+0530',
    '2026-06-09T00:00:00+05',
    '2026-06-09T00:00:00Z+05:30',
    '2026-06-09T00:00:00',
    '2026-06-09+05:30',
  ]
  for (const text of none) assert.equal(parseInstantWithOffset(text), undefined, text)
})

test('whole seconds are written without a fraction, others with three digits', () => {
  assert.equal(instantText(0 as Instant), '1970-01-01T00:00:00Z')
  assert.equal(instantText(1500 as Instant), '1970-01-01T00:00:01.500Z')
  assert.equal(instantText(after(0 as Instant, -1)), '1969-12-31T23:59:59.999Z')
})
