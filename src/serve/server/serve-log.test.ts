import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { pino } from 'pino'
import { temporaryDirectory } from '../../../test/book/store/sqlite-books.ts'
import { makePipe } from '../../../test/support/pipe.ts'
import { createRequestLog, visibleLine, type RequestOutcome } from './serve-log.ts'

/** Lines that take more room than the buffer of the log has. */
const many = 20_000
/** Lines that a slow reader takes within the time that the log waits at its end. */
const few = 1_000

/** A program that writes many lines to the log and then prints how many were dropped. */
const program = (count: number, name: string): string => `
  import { createServeLog } from ${JSON.stringify(new URL('serve-log.ts', import.meta.url).href)}
  const { log, dropped, end } = createServeLog('info')
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

test('all lines are written to a pipe', async () => {
  const { child, finished } = start(few, 'pipe')
  if (child.stderr === null) throw new Error('Standard error is a pipe.')
  const log = text(child.stderr)
  assert.deepEqual(await finished, [0, '0\n'])
  assert.deepEqual(indexes(await log), upTo(few))
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

const outcome: RequestOutcome = {
  endpoint: '/compare',
  method: 'GET',
  target: '/compare?tenure_months=12',
  status: 200,
  bytes: 3154,
  milliseconds: 0.402_512,
  client: '127.0.0.1',
  cache: 'hit',
  isStream: false,
}

/** The log line for an outcome. */
function lineOf(fields: Partial<RequestOutcome>): string {
  let line = ''
  const log = pino({ base: null, timestamp: () => ',"time":1' }, { write: (text) => (line = text) })
  createRequestLog(log)({ ...outcome, ...fields })
  return line
}

test('a request is one JSON line at level info', () => {
  assert.equal(
    lineOf({}),
    '{"level":30,"time":1,"method":"GET","target":"/compare?tenure_months=12","status":200,"bytes":3154,"ms":0.403,"client":"127.0.0.1","cache":"hit"}\n',
  )
})

test('whatever a client sends, its line is one line of printable ASCII', () => {
  for (const [target, logged] of [
    ['/"},{"level":60,"msg":"x"', '/"},{"level":60,"msg":"x"'],
    ['/\\"\\', '/\\"\\'],
    ['/\n{"level":30}\r\n', '/%0A{"level":30}%0D%0A'],
    ['/\u0000\u0007\u001b[31m\u007f', '/%00%07%1B[31m%7F'],
    ['/\u00e9\u009b', '/%E9%9B'],
    ['', ''],
  ] as const) {
    for (const name of ['target', 'method'] as const) {
      const line = lineOf({ [name]: target })
      assert.match(line, /^[ -~]+\n$/)
      assert.equal((JSON.parse(line) as Record<string, unknown>)[name], logged)
    }
  }
})

test('texts of others in the log control no terminal, and long ones are cut', () => {
  const [foreign, long] = ['\u001b[2J\u009b2J\u202e', 'x'.repeat(5_000_000)]
  const line = `${JSON.stringify({ msg: foreign, kind: long })}\n`
  for (const isTerminal of [true, false]) {
    const shown = visibleLine(line, isTerminal)
    const { msg, kind } = JSON.parse(shown) as { readonly msg: string; readonly kind: string }
    assert.equal(msg, '\\u001B[2J\\u009B2J\\u202E')
    assert.match(kind, /^x{4000}… \(4,996,000 more characters\)$/)
  }
  const short = `${JSON.stringify({ msg: foreign })}\n`
  assert.match(visibleLine(short, false), /^[ -~]+\n$/)
  assert.deepEqual(JSON.parse(visibleLine(short, false)), { msg: foreign })
  assert.deepEqual(JSON.parse(visibleLine(short, true)), { msg: '\\u001B[2J\\u009B2J\\u202E' })
})

test('a long target is cut, and its line fits into one write to a pipe', () => {
  const line = lineOf({ target: '\u0000'.repeat(4_096), method: '"'.repeat(4_096) })
  assert.ok(line.length <= 4_096, String(line.length))
  const { target } = JSON.parse(lineOf({ target: `/${'a'.repeat(600)}` })) as { target: string }
  assert.equal(target, `/${'a'.repeat(599)}… (1 more characters)`)
})
