import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readInCage } from '../../src/collect/cage.ts'
import type { Day } from '../../src/domain/day.ts'
import { bodyOn, datedLayout, practiceInstitutions } from '../../src/practice/practice-plan.ts'
import { firstPage } from '../../src/practice/source-text.ts'
import { loadedSource, runLayout } from './measure-layouts.ts'

/** How the run for each institution of the practice bank ends, by id. */
async function endingsOn(
  day: number,
  read?: typeof readInCage,
): Promise<Readonly<Record<string, string>>> {
  const endings = practiceInstitutions.map(async (planned) => {
    const layout = datedLayout(planned.layout, '2026-11-09' as Day)
    const body = bodyOn({ ...planned, layout }, day)
    const pages = [{ name: firstPage, format: layout.format, body }]
    const { ending, why } = await runLayout(layout, loadedSource(layout), pages, read)
    return [layout.institutionId, ending === 'held' ? `held: ${why}` : ending] as const
  })
  return Object.fromEntries(await Promise.all(endings))
}

const first = {
  'harbour-bank': 'held: effective-rate',
  'lagoon-bank': 'passed',
  'banyan-bank': 'passed',
  'meridian-bank': 'passed',
  'cedar-bank': 'passed',
  'lotus-finance': 'held: tenure-gone, tenure-gone',
}

test('day 1 of the practice bank, read in the cage: four pages pass, and two are held', async () => {
  assert.deepEqual(await endingsOn(1, readInCage), first)
})

test('day 2 of the practice bank, and each day after it: one page fails, the others are as before', async () => {
  for (const day of [2, 3])
    assert.deepEqual(await endingsOn(day), { ...first, 'banyan-bank': 'failed' })
})
