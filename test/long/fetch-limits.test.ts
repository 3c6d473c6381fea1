import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fetchLimits } from '../../src/collect/fetch/get.ts'
import { assertHarmless, runAttacks } from '../collect/fetch/run-attacks.ts'

// It takes minutes, so only `npm run test:faults` runs it.
if (process.env['FAULT_ROUNDS'] !== undefined) {
  test('hostile servers are harmless with the limits that docs/fetching.md promises', async (t) => {
    const { total } = fetchLimits
    const results = await runAttacks(t, total)
    assertHarmless(results)
    for (const { url, took } of results) assert.ok(took < total + 5_000, `${url}: ${took} ms`)
  })
}
