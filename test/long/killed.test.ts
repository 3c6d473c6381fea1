import assert from 'node:assert/strict'
import { copyFileSync, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { finished, run, runAlone, start, type CommandResult } from '../support/cli.ts'
import { copyOf, sharedBook } from '../support/sample-book.ts'
import { institutionOf, makeSmallBook, withReason, writeJson } from '../support/small-book.ts'
import { temporaryDirectory } from '../book/store/sqlite-books.ts'
import { auditedEntries, textsOf } from './audited.ts'
import { writeSheets } from './many-sheets.ts'
import { waitForResults } from './wait-for-results.ts'

/** How many times the command is killed: 8 in `npm test`, 1,000 in `npm run test:faults`. */
const rounds = Number(process.env['FAULT_ROUNDS'] ?? 8)

const small = sharedBook(makeSmallBook)
const sheets = 6
/** Each entry takes many pages, so that a part of it could be written. */
const manySheets = { sheets, offers: 250, firstDay: 10 }

/**
 * Starts a command and kills it: in the first round at once, then in turn at a random moment of a whole run and shortly after its
 * first, second … result. So a command is killed between commits as often on a slow machine.
 */
async function killed(
  args: readonly string[],
  cwd: string,
  round: number,
  whole: number,
): Promise<CommandResult> {
  const child = start(args, { cwd })
  const ending = finished(child)
  if (round === 0) {
    child.kill('SIGKILL')
    return ending
  }
  const results = round % (sheets + 1)
  await (results === 0
    ? sleep(whole * Math.random())
    : Promise.race([waitForResults(child, results), ending]))
  // One sheet takes a small part of a whole run.
  await sleep((Math.random() * whole) / 10)
  child.kill('SIGKILL')
  return ending
}

/** The duration of a command in milliseconds, once its modules are compiled. */
async function timed(args: readonly string[], cwd: () => string): Promise<number> {
  await runAlone(args, { cwd: cwd() })
  const folder = cwd()
  const began = performance.now()
  assert.equal((await runAlone(args, { cwd: folder })).code, 0)
  return performance.now() - began
}

test(
  `publish, killed ${rounds} times, leaves whole entries, among them all that it reported`,
  { timeout: 3_600_000 },
  async (t) => {
    const folder = temporaryDirectory(t)
    const args = ['publish', ...withReason, '--at-scraped', ...writeSheets(folder, manySheets)]
    const reference = copyOf(t, small())
    assert.equal((await run(args, { cwd: dirname(reference) })).code, 0)
    const all = textsOf(await auditedEntries(reference))
    assert.equal(all.length, 3 + sheets)
    const whole = await timed(args, () => dirname(copyOf(t, small())))

    const counts = { nothing: 0, some: 0, all: 0, silent: 0 }
    const book = copyOf(t, small())
    for (let round = 0; round < rounds; round++) {
      copyFileSync(small(), book)
      const { code, stdout } = await killed(args, dirname(book), round, whole)
      const entries = textsOf(await auditedEntries(book))
      assert.deepEqual(entries, all.slice(0, entries.length), 'whole entries, in their order')
      assert.ok(entries.length >= 3, 'the earlier entries stay')
      const reported = stdout.match(/^\S+\.json: published at position \d+, .*\n/gm) ?? []
      const kept = entries.length - 3
      assert.ok(kept >= reported.length, `${reported.length} were reported, and ${kept} are there`)
      // The command is killed between a commit and its report at most once.
      assert.ok(kept <= reported.length + 1)
      if (code === 0) assert.equal(kept, sheets)
      counts[kept === 0 ? 'nothing' : kept === sheets ? 'all' : 'some']++
      if (kept > reported.length) counts.silent++
      // The same command enters the rest.
      if (round % 10 === 7) {
        assert.equal((await run(args, { cwd: dirname(book) })).code, 0)
        assert.deepEqual(textsOf(await auditedEntries(book)), all)
      }
    }
    const { nothing, some, silent } = counts
    t.diagnostic(
      `${rounds} rounds over ${Math.round(whole)} ms: killed before the first commit ${nothing}, between commits ${some}, ` +
        `after the last ${counts.all}; ${silent} between a commit and its acknowledgement`,
    )
    assert.ok(nothing > 0, 'some are killed before a commit')
    assert.ok(some > 0, 'some are killed between two commits')
  },
)

test(
  'register, killed while it creates the book, leaves no book or a whole one, and the next command goes on',
  { timeout: 3_600_000 },
  async (t) => {
    const folder = temporaryDirectory(t)
    const file = writeJson(folder, 'institutions.json', [institutionOf('a'), institutionOf('b')])
    const args = ['register', file, '--at', '2026-01-01T00:00:00Z']
    const whole = await timed(args, () => temporaryDirectory(t))
    const some = Math.max(3, Math.round(rounds / 5))
    let made = 0
    for (let round = 0; round < some; round++) {
      const cwd = temporaryDirectory(t)
      const child = start(args, { cwd })
      const ending = finished(child)
      await sleep(whole * (0.7 + (0.4 * (round + Math.random())) / some))
      child.kill('SIGKILL')
      const { code } = await ending
      const book = join(cwd, 'ratebook.db')
      const again = await run(args, { cwd })
      assert.equal(again.code, 0, again.stderr)
      const stood = again.stdout.startsWith('nothing entered')
      if (code === 0) assert.ok(stood, 'the reported book is there')
      if (stood) made++
      assert.ok(existsSync(book))
      assert.equal((await auditedEntries(book)).length, 2)
    }
    t.diagnostic(
      `${some} rounds over ${Math.round(whole)} ms: ${made} had made the book when they were killed`,
    )
  },
)
