import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at } from '../../../test/support/sample-market.ts'
import type { LoadedSource } from '../source/load-source.ts'
import { beginAttempts, type Attempts } from './collect-round.ts'

const sourceOf = (institution: string) => ({ definition: { institution } }) as LoadedSource
const [alpha, beta] = [sourceOf('alpha'), sourceOf('beta')]

test('an institution whose run was not entered is collected again after a quarter of an hour', () => {
  const attempts: Attempts = new Map()
  const begin = (time: string) => beginAttempts(attempts, [alpha, beta], at(time))
  assert.deepEqual(begin('2026-11-24T09:00:00Z'), [alpha, beta])
  attempts.delete('beta')
  assert.deepEqual(begin('2026-11-24T09:14:59Z'), [beta])
  assert.deepEqual(begin('2026-11-24T09:15:00Z'), [alpha])
})
