import assert from 'node:assert/strict'
import { test } from 'node:test'
import { words } from '../../web/messages/en/words.ts'
import { words as sinhala } from '../../web/messages/si/words.ts'
import { words as tamil } from '../../web/messages/ta/words.ts'

test('a duration is in its largest unit, and a year has 365 days', () => {
  for (const [days, text] of [
    [1, '1 day'],
    [61, '61 days'],
    [62, '2 months'],
    [364, '11 months'],
    [365, '12 months'],
    [729, '23 months'],
    [730, '2 years'],
    [1094, '2 years'],
  ] as const)
    assert.equal(words.duration(days), text)
})

test('a time is in the time zone of the book, which it names; without one it is UTC', () => {
  const at = '2026-11-26T20:50:00Z'
  assert.equal(words.time(at, 'Asia/Colombo'), '27 November 2026, 02:20, Colombo time')
  assert.equal(
    words.time(at, 'America/Argentina/Buenos_Aires'),
    '26 November 2026, 17:50, Buenos Aires time',
  )
  assert.equal(words.time(at, 'UTC'), '26 November 2026, 20:50 UTC')
  assert.equal(sinhala.time(at, 'Asia/Colombo'), '2026 නොවැම්බර් 27, 02:20, Colombo වේලාව')
  assert.match(tamil.time(at, 'Asia/Colombo'), /27.*2026, 02:20, Colombo நேரம்$/)
})
