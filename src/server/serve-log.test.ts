import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { temporaryDirectory } from '../../test/store/sqlite-books.ts'
import { makePipe } from '../../test/support/pipe.ts'

/** Lines that take more room than the buffer of the log has. */
const many = 20_000
/** Lines that a slow reader takes within the time that the log waits at its end. */
const few = 1_000

/** A program that writes many lines to the log and then prints how many were dropped. */
const program = (count: number, name: string): string => `
  import { createServeLog } from ${JSON.stringify(new URL('serve-log.ts', import.meta.url).href)}
  const { log, dropped, end } = createServeLog({ logLevel: 'info', workers: 2 })
  for (let index = 0; index < ${count}; index++) {
    log.info({ name: ${JSON.stringify(name)}, index, padding: 'x'.repeat(200) })
    if (index % 1_000 === 999) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await end()
  log.info('This line comes too late.')
  console.log(dropped())`

/** Runs the program with a descriptor or a pipe as standard error; returns the exit code and what it printed. */
function start(count: number, stderr: number | 'pipe', name = 'a') {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program(count, name)], {
    stdio: ['ignore', 'pipe', stderr],
    timeout: 30_000,
    killSignal: 'SIGKILL',
  })
  if (child.stdout === null) throw new Error('Standard output is a pipe.')
  const printed = text(child.stdout)
  const finished = once(child, 'close').then(async () => [child.exitCode, await printed] as const)
  return { child, finished }
}

const indexes = (log: string, name = 'a'): readonly number[] =>
  log
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { readonly name: string; readonly index: number })
    .flatMap((line) => (line.name === name ? [line.index] : []))

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i)

test('all lines are written to a file in their order', async (t) => {
  const path = join(temporaryDirectory(t), 'log')
  const file = openSync(path, 'a')
  const { finished } = start(many, file)
  assert.deepEqual(await finished, [0, '0\n'])
  closeSync(file)
  assert.deepEqual(indexes(readFileSync(path, 'utf8')), upTo(many))
})

test('several processes share a pipe, and no line is mixed with another', async (t) => {
  const { child, finished } = start(few, 'pipe')
  if (child.stderr === null) throw new Error('Standard error is a pipe.')
  const log = text(child.stderr)
  assert.deepEqual(await finished, [0, '0\n'])
  assert.deepEqual(indexes(await log), upTo(few))

  const path = join(temporaryDirectory(t), 'log')
  const reader = spawn('sh', ['-c', 'mkfifo "$0" && echo made && cat "$0"', path])
  const [made] = (await once(reader.stdout, 'data')) as [Buffer]
  assert.equal(String(made), 'made\n')
  const shared = text(reader.stdout)
  const writer = openSync(path, 'w')
  const results = await Promise.all(['a', 'b'].map((name) => start(few, writer, name).finished))
  closeSync(writer)
  assert.deepEqual(results, [
    [0, '0\n'],
    [0, '0\n'],
  ])
  const lines = await shared
  for (const name of ['a', 'b']) assert.deepEqual(indexes(lines, name), upTo(few))
})

test('a reader that stops does not block the process, and discarded lines are counted', async (t) => {
  const path = join(temporaryDirectory(t), 'log')
  const reader = makePipe(path)
  const writer = openSync(path, 'w')
  const [code, printed] = await start(many, writer).finished
  assert.equal(code, 0)
  // About 4 MB wait in the process, and some more in the pipe.
  assert.ok(Number(printed) > 500 && Number(printed) < many / 2, printed)
  closeSync(writer)
  closeSync(reader)
})

test('a full disk does not stop the process', { skip: !existsSync('/dev/full') }, async () => {
  const full = openSync('/dev/full', 'w')
  const [code, printed] = await start(many, full).finished
  assert.equal(code, 0)
  assert.ok(Number(printed) > 500, printed)
  closeSync(full)
})

test(
  'a crash ends the process even if the disk is full',
  { skip: !existsSync('/dev/full') },
  async () => {
    const full = openSync('/dev/full', 'w')
    const crash = program(few, 'a').replace('await end()', "throw new Error('a bug')")
    const child = spawn(process.execPath, ['--input-type=module', '--eval', crash], {
      stdio: ['ignore', 'ignore', full],
      timeout: 10_000,
      killSignal: 'SIGKILL',
    })
    await once(child, 'close')
    assert.deepEqual([child.exitCode, child.signalCode], [1, null])
    closeSync(full)
  },
)
