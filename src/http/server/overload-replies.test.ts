import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tooBusy, tooMany } from './overload.ts'

test('503 and 429 are problems with Retry-After', () => {
  for (const [reply, status, seconds] of [
    [tooBusy, 503, '1'],
    [tooMany(3), 429, '3'],
  ] as const) {
    assert.equal(reply.status, status)
    assert.equal(reply.headers['retry-after'], seconds)
    assert.equal(reply.headers['content-type'], 'application/problem+json')
    assert.equal(reply.headers['cache-control'], 'no-store')
  }
})
