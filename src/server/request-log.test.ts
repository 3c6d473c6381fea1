import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import type { RequestOutcome } from '../http/request-outcome.ts'
import { createRequestLog } from './request-log.ts'

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

test('a long target is cut, and its line fits into one write to a pipe', () => {
  const line = lineOf({ target: '\u0000'.repeat(4_096), method: '"'.repeat(4_096) })
  assert.ok(line.length <= 4_096, String(line.length))
  const { target } = JSON.parse(lineOf({ target: `/${'a'.repeat(600)}` })) as { target: string }
  assert.equal(target, `/${'a'.repeat(599)}...`)
})
