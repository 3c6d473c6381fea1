import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Instant } from '../../domain/instant.ts'
import { always, overlap } from './freshness.ts'

test('two spans overlap from the later since to the earlier until', () => {
  const span = (since: number, until: number) => ({
    since: since as Instant,
    until: until as Instant,
  })
  assert.deepEqual(overlap(span(1, 8), span(3, 9)), span(3, 8))
  assert.deepEqual(overlap(span(3, 9), span(1, 8)), span(3, 8))
  assert.deepEqual(overlap(always, span(1, 8)), span(1, 8))
})
