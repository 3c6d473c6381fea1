import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appendDecision } from '../../../src/book/publish/review/append-review.ts'
import { throwForExitCode } from '../../../src/cli/collect.ts'
import { runLines } from '../../../src/collect/rounds/run-report.ts'
import { Failure } from '../../../src/domain/failure.ts'
import { collecting } from '../../collect/rounds/collecting.ts'
import { at } from '../../support/sample-market.ts'

test('a rejected sheet that the page still lists makes collect end with 0, and not with 77', async (t) => {
  const { site, addBank, collect, store } = await collecting(t)
  await addBank('alpha', { isAccepted: false })
  site.show('alpha', { 6: '8.00', 12: '8.50' })
  const runOn = async (day: string): Promise<{ line: string; code: number }> => {
    const reports = await collect(`${day}T09:00:00Z`)
    const line = reports.flatMap((report) => runLines(report))[0] ?? ''
    return { line: line.replace(/;.*/, ''), code: exitCodeOf(reports) }
  }
  const waits = 'alpha: held, 2 offers, 1 finding, waits for a reviewer'
  assert.deepEqual(await runOn('2026-06-02'), { line: waits, code: 77 })
  const again = 'alpha: held, 2 offers, 1 finding, as before'
  assert.deepEqual(await runOn('2026-06-03'), { line: again, code: 77 })
  const request = { by: 'ann', hold: 3, decision: 'rejected', note: 'a draft' } as const
  const clock = { from: 'option', read: () => at('2026-06-03T10:00:00Z') } as const
  assert.equal((await appendDecision(store, request, clock)).kind, 'decided')
  const decided = 'alpha: held, 2 offers, 1 finding, a reviewer has decided about them'
  assert.deepEqual(await runOn('2026-06-04'), { line: decided, code: 0 })
})

function exitCodeOf(reports: Parameters<typeof throwForExitCode>[0]): number {
  try {
    throwForExitCode(reports, 0)
    return 0
  } catch (error) {
    if (error instanceof Failure) return error.exitCode
    throw error
  }
}
