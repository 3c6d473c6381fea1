import assert from 'node:assert/strict'
import { once } from 'node:events'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { verifyCaptures } from '../../src/collect/captures/verify.ts'
import { loadSources } from '../../src/collect/source/load-source.ts'
import type { Entry } from '../../src/domain/entry.ts'
import { openSqliteStore } from '../../src/book/store/sqlite/sqlite-store.ts'
import { unrated } from '../support/book.ts'
import { finished, runAlone, start } from '../support/cli.ts'
import { startRateSite, writeSource } from '../support/rate-site.ts'
import { at } from '../support/sample-market.ts'
import { temporaryDirectory } from '../book/store/sqlite-books.ts'
import { auditedEntries } from './audited.ts'

/** How many times the command is killed: 2 in `npm test`, more in `npm run test:faults`. */
const rounds = Math.ceil(Number(process.env['FAULT_ROUNDS'] ?? 8) / 4)

const ids = ['alpha', 'beta'] as const
const rates = { 6: '8.00', 12: '8.50' }
const args = ['collect', '--contact', 'rates@example.org', '--allow-address', '127.0.0.1']

/** Makes a folder with a book of the banks and with their sources, which are accepted. */
async function makeFolder(folder: string, origins: readonly string[]): Promise<void> {
  const sources = join(folder, 'sources')
  for (const [index, id] of ids.entries()) writeSource(sources, id, `${origins[index]}/${id}`)
  const store = await openSqliteStore(join(folder, 'ratebook.db'), { mode: 'create' })
  const setup = { at: at('2026-06-01T00:00:00Z') }
  const reviewer = { id: 'ann', name: 'Ann' }
  const loaded = loadSources(sources).sources
  await store.append(async () => [
    { ...setup, kind: 'reviewer-registered', institutionId: '', reviewer },
    ...ids.map((id) => {
      const institution = unrated(id)
      return { ...setup, kind: 'institution-registered', institutionId: id, institution } as const
    }),
    ...loaded.map(({ definition, ref: source }) => {
      const { institution: institutionId } = definition
      return { ...setup, kind: 'source-accepted', institutionId, by: 'ann', source } as const
    }),
  ])
  await store.close()
}

/** The kinds of the entries that runs made, by institution. */
function runsIn(entries: readonly Entry[]): readonly (readonly string[])[] {
  return ids.map((id) =>
    entries
      .filter(({ institutionId, position }) => institutionId === id && position > 5)
      .map(({ kind }) => kind),
  )
}

test(
  `collect, killed ${rounds} times, leaves the book and the captures whole, and the next run ends as if nothing had happened`,
  { timeout: 3_600_000 },
  async (t) => {
    const prepared = temporaryDirectory(t)
    // The second page comes later, so that there is time between the two entries.
    const sites = [await startRateSite(t), await startRateSite(t, { delay: 700 })]
    for (const [index, id] of ids.entries()) sites[index]?.show(id, rates)
    await makeFolder(
      prepared,
      sites.map(({ origin }) => origin),
    )
    const folder = join(temporaryDirectory(t), 'round')
    const restore = (): void => {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder)
      cpSync(prepared, folder, { recursive: true })
    }
    const clock = ['--clock-is-right']
    restore()
    const began = performance.now()
    const reference = await runAlone([...args, ...clock], { cwd: folder })
    assert.equal(reference.code, 0, reference.stdout + reference.stderr)
    const whole = performance.now() - began

    const counts = { nothing: 0, some: 0, all: 0 }
    for (let round = 0; round < rounds; round++) {
      restore()
      const child = start([...args, ...clock], { cwd: folder })
      const ending = finished(child)
      const isAfterResult = round % 2 === 1
      if (isAfterResult) await Promise.race([once(child.stdout as Readable, 'data'), ending])
      await sleep(whole * Math.random() * (isAfterResult ? 0.2 : 1.1))
      child.kill('SIGKILL')
      await ending
      const made = runsIn(await auditedEntries(join(folder, 'ratebook.db')))
      for (const kinds of made) assert.ok(kinds.length === 0 || kinds.join() === 'sheet-published')
      const done = made.flat().length
      counts[done === 0 ? 'nothing' : done === ids.length ? 'all' : 'some']++
      assert.deepEqual((await verifyCaptures(join(folder, 'captures'), new Map())).problems, [])

      const again = await runAlone([...args, ...clock], { cwd: folder })
      assert.equal(again.code, 0, again.stdout + again.stderr)
      const entries = await auditedEntries(join(folder, 'ratebook.db'))
      for (const [index, kinds] of runsIn(entries).entries())
        assert.deepEqual(
          kinds,
          made[index]?.length === 0 ? ['sheet-published'] : ['sheet-published', 'rates-verified'],
        )
    }
    const { nothing, some, all } = counts
    t.diagnostic(
      `${rounds} rounds over ${Math.round(whole)} ms: killed before the first entry ${nothing}, between the entries ${some}, after the last ${all}`,
    )
  },
)
