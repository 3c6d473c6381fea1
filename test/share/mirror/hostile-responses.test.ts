import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setInterval as every } from 'node:timers'
import { gzipSync } from 'node:zlib'
import { logLine } from '../../../src/domain/stored-entry.ts'
import type { LogLimits } from '../../../src/share/mirror/read-log.ts'
import { filesOf, type LogFiles } from './log-server.ts'
import { editedEntries, mirrorOf } from './test-mirror.ts'

const edited = editedEntries()

/** A response that is not a page of a log, and the exit code and reason of its refusal. */
type HostileResponse = {
  readonly what: string
  readonly file: (lines: string) => NonNullable<ReturnType<LogFiles['get']>>
  readonly limits?: Partial<LogLimits>
  readonly exitCode: 65 | 69
  readonly reason: RegExp
  /** How many of the 23 entries came whole before it. */
  readonly kept: number
}

const page = (lines: string, count: number): string =>
  lines
    .split(/(?<=\n)/)
    .slice(0, count)
    .join('')

/** The fifth line, with another kind. */
function withKind(lines: string, kind: string): string {
  const fields = JSON.parse(lines.split('\n')[4] ?? '') as object
  return `${JSON.stringify({ ...fields, kind })}\n`
}

const bomb = gzipSync(Buffer.alloc(50 * 1_048_576))

const hostile: readonly HostileResponse[] = [
  {
    what: 'an endless line',
    file: (lines) => (response) => {
      response.write(page(lines, 4))
      const write = (): void =>
        void (response.write('x'.repeat(5_000))
          ? setImmediate(write)
          : response.once('drain', write))
      write()
    },
    exitCode: 65,
    reason: /line 5, is longer than 20000 bytes/,
    kept: 4,
  },
  {
    what: 'more lines than a page has',
    file: (lines) => page(lines, 4) + '\n'.repeat(10_000),
    exitCode: 65,
    reason: /refused at position 5: It is not a JSON object/,
    kept: 4,
  },
  {
    what: 'a decompression bomb',
    file: () => (response) => {
      response.setHeader('content-encoding', 'gzip')
      response.end(bomb)
    },
    exitCode: 65,
    reason: /line 1, is longer than 20000 bytes/,
    kept: 0,
  },
  {
    what: 'bytes that are not UTF-8',
    file: (lines) => (response) => {
      response.end(Buffer.concat([Buffer.from(page(lines, 4)), Buffer.of(0xff, 0x0a)]))
    },
    exitCode: 65,
    reason: /line 5, is not UTF-8/,
    kept: 4,
  },
  {
    what: 'a response that stops',
    file: (lines) => (response) => void response.write(page(lines, 4)),
    exitCode: 69,
    limits: { progress: 300 },
    reason: /nothing came for 0.3 seconds/,
    kept: 4,
  },
  {
    what: 'slow bytes',
    file: () => (response) => {
      const timer = every(() => response.write('{'), 10)
      response.once('close', () => clearInterval(timer))
    },
    exitCode: 69,
    limits: { total: 600 },
    reason: /the whole response takes too long/,
    kept: 0,
  },
  {
    what: 'a page that is always cut off',
    file: (lines) => lines.slice(0, lines.length - 50),
    exitCode: 69,
    reason: /line 23, has no line feed: the response was cut off/,
    kept: 22,
  },
  {
    what: 'a connection that breaks',
    file: (lines) => (response) => {
      response.writeHead(200, { 'content-length': String(Buffer.byteLength(lines)) })
      response.write(page(lines, 4), () => response.destroy())
    },
    exitCode: 69,
    reason: /cannot be read: /,
    kept: 4,
  },
  {
    what: 'a redirect',
    file: () => (response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:1/log/0' }).end()
    },
    exitCode: 69,
    reason: /redirects to "http:\/\/127\.0\.0\.1:1\/log\/0";/,
    kept: 0,
  },
  {
    what: 'a long redirect',
    file: () => (response) => {
      response.writeHead(302, { location: `/${'x'.repeat(10_000)}` }).end()
    },
    exitCode: 69,
    reason: /^.{1,600}more characters\); give the address to which it leads\.$/,
    kept: 0,
  },
  {
    what: 'an unknown kind that controls a terminal and is very long',
    file: (lines) => page(lines, 4) + withKind(lines, `\u009b2J\u202e${'x'.repeat(5_000_000)}`),
    limits: { line: 16_777_216 },
    exitCode: 65,
    reason:
      /^[ -~…]{1,300}the kind "\\u009B2J\\u202Ex{76}…" \(4,999,924 more characters\)[ -~]{1,300}$/,
    kept: 4,
  },
  {
    what: 'an error',
    file: () => (response) => void response.writeHead(503).end('later'),
    exitCode: 69,
    reason: /answers with status 503/,
    kept: 0,
  },
]

for (const { what, file, limits, exitCode, reason, kept } of hostile)
  test(`a mirror refuses ${what}, and then goes on`, async (t) => {
    const entries = edited()
    const log = await mirrorOf(t, [])
    const whole = filesOf(entries.map(logLine))
    const lines = whole.get('/log/0')
    assert.ok(typeof lines === 'string')
    log.change(new Map([['/log/0', file(lines)]]))
    const { message = '', ...result } = await log.again(limits)
    assert.match(message, reason)
    assert.deepEqual(result, { position: kept, exitCode })
    log.change(whole)
    assert.deepEqual(await log.again(), { position: 23 })
  })

test('a page that is cut off now and then is asked for again', async (t) => {
  const entries = edited()
  const log = await mirrorOf(t, [])
  const lines = filesOf(entries.map(logLine)).get('/log/0')
  assert.ok(typeof lines === 'string')
  let asked = 0
  const cut: LogFiles = new Map([
    ['/log/0', (response) => void response.end(page(lines, 10 * ++asked) + lines.slice(0, 30))],
  ])
  log.change(cut)
  const { message = '', ...result } = await log.again()
  assert.match(message, /line 24, has no line feed/)
  assert.deepEqual(result, { position: 23, exitCode: 69 })
  assert.equal(asked, 4)
})
