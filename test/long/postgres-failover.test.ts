import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { finished, run, runAlone, start, until } from '../support/cli.ts'
import { atPorts } from '../support/postgres/database.ts'
import { createCleanup, type CleanupContext } from '../support/postgres/cleanup.ts'
import { newSmallBook } from '../support/postgres/node.ts'
import { startPrimary } from '../support/postgres/primary.ts'
import { startStandby } from '../support/postgres/standby.ts'
import { copyOf, sharedBook } from '../support/sample-book.ts'
import { makeSmallBook, withReason } from '../support/small-book.ts'
import { temporaryDirectory } from '../book/store/sqlite-books.ts'
import { auditedEntries, textsOf } from './audited.ts'
import { writeSheets } from './many-sheets.ts'
import { waitForResults } from './wait-for-results.ts'

/** How many primaries are killed: 2 in `npm test`, 200 in `npm run test:faults`. */
const rounds = Math.ceil(Number(process.env['FAULT_ROUNDS'] ?? 10) / 5)

const small = sharedBook(makeSmallBook)
const sheets = 20
const manySheets = { sheets, offers: 100, firstDay: 2 }

/** A primary with the small book, a standby that has all that it acknowledges, and the address of both. */
async function pair(t: CleanupContext) {
  const primary = await startPrimary(t)
  const url = await newSmallBook(primary)
  const standby = await startStandby(t, primary, { synchronous: true })
  return { primary, standby, env: { RATEBOOK_DATABASE: atPorts(url, primary.port, standby.port) } }
}

test(
  `a primary is killed during publishing, ${rounds} times: its synchronous standby has every reported sheet, and the same command goes on there`,
  { timeout: 3_600_000 },
  async (t) => {
    const args = [
      'publish',
      ...withReason,
      '--at-scraped',
      ...writeSheets(temporaryDirectory(t), manySheets),
    ]
    const reference = copyOf(t, small())
    const began = performance.now()
    assert.equal((await runAlone(args, { cwd: dirname(reference) })).code, 0)
    const whole = performance.now() - began
    const all = textsOf(await auditedEntries(reference))
    assert.equal(all.length, 3 + sheets)

    const counts = { nothing: 0, some: 0, all: 0, silent: 0 }
    const codes = new Set<number | null>()
    for (let round = 0; round < rounds; round++) {
      const ends = createCleanup()
      const { primary, standby, env } = await pair(ends)
      const child = start(args, { env })
      const ending = finished(child)
      const results = round % 3 === 0 ? 0 : Math.ceil(Math.random() * sheets)
      await (results === 0
        ? sleep(whole * Math.random())
        : Promise.race([waitForResults(child, results), ending]))
      // One sheet takes a small part of a whole run.
      await sleep((Math.random() * whole) / 50)
      await primary.kill()
      const { code, stdout, stderr } = await ending
      codes.add(code)
      assert.ok([0, 69, 75].includes(Number(code)), `${code}: ${stderr}`)
      await standby.promote()

      const entries = textsOf(await auditedEntries(env.RATEBOOK_DATABASE))
      assert.deepEqual(entries, all.slice(0, entries.length), 'whole entries, in their order')
      const reported = stdout.match(/^\S+\.json: published at position \d+, .*\n/gm) ?? []
      const kept = entries.length - 3
      assert.ok(kept >= reported.length, `${reported.length} were reported, and ${kept} are there`)
      // The command loses the server between a commit and its report at most once.
      assert.ok(kept <= reported.length + 1)
      if (code === 0) assert.equal(kept, sheets)
      if (code === 69)
        assert.equal(kept, reported.length, 'exit 69 means that no commit is uncertain')
      counts[kept === 0 ? 'nothing' : kept === sheets ? 'all' : 'some']++
      if (kept > reported.length) counts.silent++

      const again = await run(args, { env })
      assert.equal(again.code, 0, again.stderr)
      assert.deepEqual(textsOf(await auditedEntries(env.RATEBOOK_DATABASE)), all)
      await ends.end()
    }
    t.diagnostic(
      `${rounds} rounds: killed before the first commit ${counts.nothing}, between commits ${counts.some}, after the last ` +
        `${counts.all}; ${counts.silent} between a commit and its acknowledgement; exit codes ${[...codes].join(', ')}`,
    )
    if (rounds > 50) assert.ok(counts.some > 0, 'some are killed between two commits')
  },
)

test('after a killed primary restarts, a committed sheet is reported only once its synchronous standby has it', async (t) => {
  const { primary, standby, env } = await pair(t)
  const [sheet = ''] = writeSheets(temporaryDirectory(t), manySheets)
  const args = ['publish', ...withReason, '--at-scraped', sheet]
  standby.freeze()
  const first = run(args, { env })
  const waits = `SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'`
  assert.ok(await until(async () => (await primary.sql(waits)).length > 0))
  await primary.kill()
  assert.equal((await first).code, 75)
  await primary.start()
  const second = run(args, { env })
  const isWaiting = await until(async () => (await primary.sql(waits)).length > 0, 5_000)
  standby.thaw()
  const { code, stdout, stderr } = await second
  assert.equal(code, 0, stderr)
  assert.match(stdout, /unchanged, already at position 4\n/)
  assert.ok(isWaiting, 'it was said while the standby was frozen')
  await primary.kill()
  await standby.promote()
  assert.equal((await auditedEntries(env.RATEBOOK_DATABASE)).length, 4)
})
