import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orFailure, refuse } from './refusal.ts'

test('a long sentence of a refused read is shortened, with the count of what is left out', () => {
  const failed = orFailure((): { failure: string } => refuse('x'.repeat(10_000), 'row 1'))
  assert.deepEqual(failed, {
    failure: `${'x'.repeat(3_900)}… (6,100 more characters)`,
    place: 'row 1',
  })
})
