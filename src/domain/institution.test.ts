import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInstitutionId } from './institution.ts'

test('an identifier consists of lower-case words joined by single hyphens, at most 64 characters', () => {
  for (const id of ['a', '7', 'peoples-bank', 'b-2-c', 'a'.repeat(64)])
    assert.ok(isInstitutionId(id), id)
  const none = ['', '-a', 'a-', 'a--b', 'A', 'a_b', 'a b', 'a\n', 'é', 'a/b', '..', 'a'.repeat(65)]
  for (const id of none) assert.ok(!isInstitutionId(id), id)
})
