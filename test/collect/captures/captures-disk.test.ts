import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openCapturesFolder } from '../../../src/collect/captures/folder.ts'
import { verifyCaptures } from '../../../src/collect/captures/verify.ts'
import { storeBodies, storedBody } from './stored-bodies.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { finished, type CommandResult } from '../../support/cli.ts'

const program = fileURLToPath(new URL('./store-bodies.ts', import.meta.url))

/** Runs `store-bodies.ts` as `exec "$0" "$@"` in a shell script. */
function storeIn(
  cwd: string,
  script: string,
  folder: string,
  count: number,
  size: number,
): Promise<CommandResult> {
  const args = ['-c', script, process.execPath, program, folder, `${count}`, `${size}`]
  return finished(spawn('sh', args, { cwd }))
}

function assertDiskFull({ code, stderr }: CommandResult, path: RegExp): void {
  assert.equal(code, 74, stderr)
  assert.match(
    stderr,
    /^[^\n]+ cannot be written: the disk is full[^\n]*\. Free some space[^\n]+\.\n$/,
  )
  assert.match(stderr, path)
}

test('a file that may not grow (ulimit -f): the body is not there, nothing is left behind, and the next run completes', async (t) => {
  const cwd = temporaryDirectory(t)
  const folder = join(cwd, 'captures')
  await storeBodies(folder, { count: 1, size: 100 })
  const [log = ''] = globSync('log/*', { cwd: folder })
  const before = readFileSync(join(folder, log))
  // The shell counts blocks of 512 bytes or of 1 KiB; the body is larger than both limits.
  const full = await storeIn(cwd, 'ulimit -f 20; exec "$0" "$@"', 'captures', 2, 100_000)
  assertDiskFull(full, /sha256.*\.gz /)
  assert.equal(full.stdout, '')
  assert.equal(globSync('sha256/*/*', { cwd: folder }).length, 1)
  assert.deepEqual(readFileSync(join(folder, log)), before)
  const again = await storeIn(cwd, 'exec "$0" "$@"', 'captures', 2, 100_000)
  assert.equal(again.code, 0, again.stderr)
  const { bodies, problems } = await verifyCaptures(folder, new Map())
  assert.deepEqual([bodies, problems], [3, []])
})

/** Probes whether this user may mount a file system that only its own processes see. */
const mayMount =
  spawnSync('sh', ['-c', `unshare -rm sh -c 'mount -t tmpfs none /mnt'`]).status === 0

test(
  'a full disk (a small tmpfs): every body that was reported is whole, and so is the log',
  { skip: mayMount ? false : 'this user may not mount' },
  async (t) => {
    const cwd = temporaryDirectory(t)
    // The captures are copied out at the end, because only this process sees the tmpfs.
    const inside = `mkdir disk; mount -t tmpfs -o size=300k none disk; "$0" "$@"; code=$?; cp -R disk/captures after; exit $code`
    const script = `exec unshare -rm sh -c '${inside}' "$0" "$@"`
    const size = 20_000
    const result = await storeIn(cwd, script, 'disk/captures', 40, size)
    assertDiskFull(result, /captures/)
    const reported = result.stdout.split('\n').slice(0, -1)
    assert.ok(reported.length > 5 && reported.length < 40, result.stdout)
    const after = join(cwd, 'after')
    const captures = openCapturesFolder(after)
    for (const [index, digest] of reported.entries())
      assert.deepEqual(Buffer.from((await captures.get(digest)) ?? []), storedBody(index, size))
    const { bodies, fetches, problems } = await verifyCaptures(after, new Map())
    assert.deepEqual(problems, [])
    assert.ok(fetches === reported.length && bodies >= fetches)
    assert.deepEqual(globSync('sha256/*/*.new', { cwd: after }), [])
    await storeBodies(after, { count: 40, size })
    assert.deepEqual((await verifyCaptures(after, new Map())).problems, [])
  },
)
