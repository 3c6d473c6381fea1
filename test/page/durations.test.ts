import assert from 'node:assert/strict'
import { test } from 'node:test'
import { words } from '../../web/messages/en/words.ts'

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
