import { test } from 'node:test'
import { fetchLimits } from '../../src/outbound/fetch/fetch-limits.ts'
import { assertHarmless, runAttacks } from '../outbound/run-attacks.ts'

// It takes minutes, so only `npm run test:faults` runs it.
if (process.env['FAULT_ROUNDS'] !== undefined) {
  test('hostile servers are harmless with the limits that docs/fetching.md promises', async (t) => {
    const { total } = fetchLimits
    assertHarmless(await runAttacks(t, total), total)
  })
}
