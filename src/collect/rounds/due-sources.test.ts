import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at } from '../../../test/support/sample-market.ts'
import { createAttempts } from './due-sources.ts'

const alpha = { definition: { institution: 'alpha' } }
const beta = { definition: { institution: 'beta' } }

test('an institution whose run was not entered is collected again after a quarter of an hour', () => {
  const attempts = createAttempts()
  assert.deepEqual(attempts.begin([alpha, beta], at('2026-11-24T09:00:00Z')), [alpha, beta])
  attempts.entered('beta')
  assert.deepEqual(attempts.begin([alpha, beta], at('2026-11-24T09:14:59Z')), [beta])
  assert.deepEqual(attempts.begin([alpha, beta], at('2026-11-24T09:15:00Z')), [alpha])
})
