import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, readdirSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { digestOfBody } from '../../src/collect/captures/captures.ts'
import { openCapturesFolder } from '../../src/collect/captures/folder.ts'
import { readFetchLog } from '../../src/collect/captures/logs.ts'
import { planPrune, removePlanned } from '../../src/collect/captures/prune.ts'
import { verifyCaptures } from '../../src/collect/captures/verify.ts'
import type { Instant } from '../../src/domain/instant.ts'
import { temporaryDirectory } from '../book/store/sqlite-books.ts'
import { storeBodies, storedBody } from '../collect/captures/stored-bodies.ts'
import { finished, run } from '../support/cli.ts'
import { copyOf, sharedBook } from '../support/sample-book.ts'
import { makeSmallBook } from '../support/small-book.ts'

const program = fileURLToPath(new URL('../collect/captures/store-bodies.ts', import.meta.url))
const killer = new URL('../collect/captures/kill-at-step.ts', import.meta.url).href
const rounds = Number(process.env['FAULT_ROUNDS'] ?? 2)
const size = 3_000
const cache = join(tmpdir(), `ratebook-compiled-${process.getuid?.() ?? 0}`)

function start(folder: string, bodies: number, killAt?: number): ChildProcess {
  const preload = killAt === undefined ? [] : ['--import', killer]
  const args = [...preload, program, folder, `${bodies}`, `${size}`]
  return spawn(process.execPath, args, {
    env: { ...process.env, NODE_COMPILE_CACHE: cache, KILL_AT_STEP: `${killAt}` },
  })
}

/** Checks a folder after a kill: what was reported is there and whole, and nothing is damaged. Then the same run completes it. */
async function checkFolder(
  folder: string,
  bodies: number,
  reported: readonly string[],
): Promise<void> {
  const captures = openCapturesFolder(folder)
  const fetches = await readFetchLog(folder)
  for (const [index, digest] of reported.entries()) {
    assert.deepEqual(Buffer.from((await captures.get(digest)) ?? []), storedBody(index, size))
    const line = fetches[index]
    assert.ok(line !== undefined && 'record' in line && line.record.digest === digest)
  }
  assert.ok(fetches.length <= reported.length + 1, 'at most one fetch more than was reported')
  const { problems } = await verifyCaptures(folder, new Map())
  assert.deepEqual(problems, [])
  await storeBodies(folder, { count: bodies, size })
  const whole = await verifyCaptures(folder, new Map())
  assert.deepEqual([whole.bodies, whole.problems], [bodies, []])
  assert.equal(whole.fetches, fetches.length + bodies)
}

/** Prunes a folder whose files are old, and checks that only the leftovers of killed runs go. */
async function checkLeftovers(folder: string, bodies: number): Promise<number> {
  const leftovers = globSync('sha256/*/*.new', { cwd: folder })
  for (const path of leftovers) utimesSync(join(folder, path), 0, 0)
  const book = () => Promise.resolve({ cited: new Map(), changes: new Map() })
  const now = Date.now() as Instant
  await removePlanned(folder, await planPrune(folder, book, now), now)
  assert.equal(globSync('sha256/*/*', { cwd: folder }).length, bodies)
  return leftovers.length
}

test('killed before and after each file operation, and in the middle of each write: bodies and log are whole', async (t) => {
  const folder = temporaryDirectory(t)
  const counting = await finished(start(join(folder, 'all'), 2, 0))
  const steps = Number(/(\d+) steps/.exec(counting.stderr)?.[1])
  assert.ok(steps > 40, counting.stderr)
  // `npm test` kills at every seventh step; each kind of operation is among them.
  const stride = process.env['FAULT_ROUNDS'] === undefined ? 7 : 1
  const counts = { killed: 0, leftovers: 0, torn: 0 }
  for (let killAt = 1; killAt <= steps; killAt += stride) {
    const place = join(folder, `${killAt}`)
    const { signal, stdout } = await finished(start(place, 2, killAt))
    assert.equal(signal, 'SIGKILL')
    counts.killed++
    if (isTorn(place)) counts.torn++
    await checkFolder(place, 2, stdout.split('\n').slice(0, -1))
    counts.leftovers += await checkLeftovers(place, 2)
  }
  t.diagnostic(
    `${counts.killed} kills: ${counts.leftovers} temporary files, ${counts.torn} torn lines left behind`,
  )
  assert.ok(counts.leftovers > 0, 'some leave a temporary file')
  if (stride === 1) assert.ok(counts.torn > 0, 'some tear a line')
})

/** Whether the log ends in the middle of a line. */
function isTorn(folder: string): boolean {
  const [path] = globSync('log/*.ndjson', { cwd: folder })
  const text = path === undefined ? '' : readFileSync(join(folder, path), 'utf8')
  return text !== '' && !text.endsWith('\n')
}

const small = sharedBook(makeSmallBook)

test('captures prune, killed before and after each file operation, loses nothing that it has not logged', async (t) => {
  const prune = async (killAt: number) => {
    const book = copyOf(t, small())
    const cwd = dirname(book)
    const folder = join(cwd, 'captures')
    const captures = openCapturesFolder(folder)
    await storeBodies(folder, { count: 1, size })
    for (const body of ['old', 'older']) await captures.put(Buffer.from(body))
    for (const path of globSync('sha256/*/*', { cwd: folder })) utimesSync(join(folder, path), 0, 0)
    const env = { KILL_AT_STEP: `${killAt}` }
    const result = await run(['captures', 'prune'], { cwd, env, node: ['--import', killer] })
    const { bodies, problems } = await verifyCaptures(folder, new Map())
    assert.deepEqual(problems, [])
    assert.ok(await captures.get(digestOfBody(storedBody(0, size))), 'the log needs it')
    if (killAt > 0) {
      assert.equal(result.signal, 'SIGKILL', result.stderr)
      const again = await run(['captures', 'prune'], { cwd })
      assert.equal(again.code, 0, again.stderr)
      assert.match(again.stdout, new RegExp(`\\n${bodies - 1} captures removed`))
      assert.deepEqual((await verifyCaptures(folder, new Map())).problems, [])
    }
    return result
  }
  const steps = Number(/(\d+) steps/.exec((await prune(0)).stderr)?.[1])
  assert.ok(steps >= 10, `${steps}`)
  const stride = process.env['FAULT_ROUNDS'] === undefined ? 6 : 1
  for (let killAt = 1; killAt <= steps; killAt += stride) await prune(killAt)
})

test(
  `killed ${rounds} times at random moments: bodies and log are whole`,
  { timeout: 3_600_000 },
  async (t) => {
    const folder = temporaryDirectory(t)
    const bodies = 20
    let between = 0
    for (let round = 0; round < rounds; round++) {
      const place = join(folder, `${round}`)
      const child = start(place, bodies)
      const ending = finished(child)
      if (child.stdout !== null) await once(child.stdout, 'data')
      await sleep(Math.random() * 60)
      child.kill('SIGKILL')
      const { stdout } = await ending
      const reported = stdout.split('\n').slice(0, -1)
      if (reported.length < bodies) between++
      await checkFolder(place, bodies, reported)
      assert.ok(readdirSync(place).length > 0)
    }
    t.diagnostic(`${between} of ${rounds} were killed before the last body`)
    assert.ok(between > 0)
  },
)
