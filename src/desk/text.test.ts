import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at } from '../../test/support/sample-market.ts'
import { hoursSince } from './text.ts'

test('the hours since an entry count from its true time if the book was ahead of the clock', () => {
  const now = at('2026-06-08T12:30:00Z')
  const entry = { at: at('2026-06-08T09:00:00Z') }
  assert.equal(hoursSince(entry, now), 3)
  const moved = { at: at('2026-09-15T09:00:00Z'), clock: entry.at }
  assert.equal(hoursSince(moved, now), 3)
})
