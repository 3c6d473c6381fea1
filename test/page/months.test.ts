import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthsUntil } from '../../web/views/changes/changes-filter.ts'

test('this month and the last one, in UTC', () => {
  assert.deepEqual(monthsUntil(new Date('2024-03-31T23:59:59Z')), [
    { from: '2024-03-01', until: '2024-03-31' },
    { from: '2024-02-01', until: '2024-02-29' },
  ])
  const [, december] = monthsUntil(new Date('2026-01-01T00:00:00Z'))
  assert.deepEqual(december, { from: '2025-12-01', until: '2025-12-31' })
})
