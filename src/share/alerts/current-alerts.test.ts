import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../../test/book/store/sqlite-books.ts'
import { writeSource } from '../../../test/support/rate-site.ts'
import { at } from '../../../test/support/sample-market.ts'
import type { Run } from '../../book/market/runs.ts'
import { readSchedules } from './current-alerts.ts'

const run: Run = {
  position: 1,
  at: at('2026-06-05T12:00:00Z'),
  outcome: 'verified',
  origin: {
    source: { file: 'xx/alpha.yaml', digest: 'a'.repeat(64) },
    captures: [],
    nextDue: at('2026-06-08T12:00:00Z'),
  },
}
const dues = (folder: string, id: string): readonly string[] | undefined => {
  const dueAfter = readSchedules(folder).scheduleOf(id, run)
  if (dueAfter === undefined) return undefined
  const first = dueAfter(run.at)
  return [first, dueAfter(first)].map((due) => new Date(due).toISOString().slice(5, 16))
}

test('a source is due by its schedule; with a mistake, at the interval of its last run; without a file, never', (t) => {
  const folder = temporaryDirectory(t)
  writeSource(folder, 'alpha', 'https://alpha.example/')
  writeSource(folder, 'broken', 'https://broken.example/')
  writeFileSync(join(folder, 'xx', 'broken.yaml'), 'institution: broken\nschedule: never\n')
  // Full hours at its place.
  assert.deepEqual(dues(folder, 'alpha'), ['06-05T12:30', '06-05T13:30'])
  assert.deepEqual(dues(folder, 'broken'), ['06-08T12:00', '06-11T12:00'])
  assert.equal(dues(folder, 'gone'), undefined)
  assert.equal(readSchedules(folder).warning, undefined)
})

test('without a folder of sources, every source is due at the interval of its last run, at least a day', (t) => {
  const folder = join(temporaryDirectory(t), 'nowhere')
  assert.deepEqual(dues(folder, 'alpha'), ['06-08T12:00', '06-11T12:00'])
  const { scheduleOf, warning } = readSchedules(folder)
  const soon = { ...run, origin: { ...run.origin, nextDue: at('2026-06-05T12:10:00Z') } }
  const dueAfter = scheduleOf('alpha', soon)
  assert.equal(dueAfter?.(soon.origin.nextDue), at('2026-06-06T12:10:00Z'))
  assert.match(warning ?? '', /^There is no folder \S+nowhere, .*--sources names the folder\.$/)
})
