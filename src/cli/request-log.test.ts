import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import type { Instant } from '../domain/instant.ts'
import type { Observation, Told } from '../http/message/observation.ts'
import { createRequestLine, createRequestLog } from './request-log.ts'

const told: Told = {
  endpoint: '/compare',
  method: 'GET',
  target: '/compare?tenure_months=12',
  status: 200,
  bytes: 3154,
}
const observation: Observation = {
  told,
  milliseconds: 0.402_512,
  client: '127.0.0.1',
  via: 'cache',
}
const now = 1_795_239_158_998
const lineOf = createRequestLine()

/** What pino writes for the fields of a request. */
function pinoLine(observed: Observation, base: object | null = null, time = now): string {
  let line = ''
  const timestamp = () => `,"time":${time}`
  const log = pino({ base, timestamp }, { write: (text: string) => (line = text) })
  const { milliseconds, client, via } = observed
  const { method, target, status, bytes } = observed.told
  const ms = Math.round(milliseconds * 1_000) / 1_000
  log.info({ method, target, status, bytes, ms, client, via })
  return line
}

test('a line is, byte for byte, what pino writes', () => {
  assert.equal(lineOf(observation, now), pinoLine(observation))
  assert.equal(createRequestLine(3)(observation, now), pinoLine(observation, { worker: 3 }))
})

test('a line says what was observed now, whatever of it was in the line before', () => {
  const failed: Told = { ...told, status: 503, bytes: 0 }
  const series: readonly (readonly [Partial<Observation>, time?: number])[] = [
    [{ via: 'memo' }],
    [{ via: 'memo' }],
    [{ via: 'memo', milliseconds: 12 }, now + 1],
    [{ told: failed, via: 'none' }, now + 1],
    [{ told: { ...told }, via: 'memo', client: '::1' }, now],
    [{ told: failed, via: 'memo', client: '' }],
    [{ via: 'memo', milliseconds: 0 }],
    [{ milliseconds: 0.999_4 }],
    [{ milliseconds: 0.999_6 }],
    [{ milliseconds: 1.001 }],
    [{ told: { ...told, method: 'HEAD', target: '/health' }, via: 'made' }],
    [{}],
  ]
  for (const [fields, time] of series) {
    const observed = { ...observation, ...fields }
    assert.equal(lineOf(observed, time ?? now), pinoLine(observed, null, time))
  }
})

test('a line has the time that was read for its answer, or that of now', () => {
  const written: string[] = []
  const lines = { write: (line: string) => written.push(line) }
  const observe = createRequestLog(lines, () => now, undefined)
  observe({ ...observation, at: (now - 5) as Instant })
  observe(observation)
  assert.deepEqual(written, [pinoLine(observation, null, now - 5), pinoLine(observation)])
})

test('whatever a client sends, a line is one line of JSON in ASCII that says it', () => {
  const hostile = [
    '/"},{"level":60,"msg":"x"',
    '/\\"\\',
    '/\n{"level":30}\r\n',
    '/\u0000\u0007\u001b[31m\u007f',
    '/é€\u2028\u2029😀\ud800',
    '',
  ]
  for (const text of hostile) {
    for (const name of ['target', 'method', 'client'] as const) {
      const hidden = name === 'client' ? { client: text } : { told: { ...told, [name]: text } }
      const line = lineOf({ ...observation, ...hidden }, now)
      assert.match(line, /^[ -~]+\n$/)
      assert.equal((JSON.parse(line) as Record<string, unknown>)[name], text)
      const names = Object.keys(JSON.parse(line) as object).join(' ')
      assert.equal(names, 'level time method target status bytes ms client via')
    }
  }
})

test('a target of the greatest length, all of it to be escaped, fits in what a pipe takes whole', () => {
  const target = '\u0000'.repeat(4_096)
  const line = createRequestLine(12_345)({ ...observation, told: { ...told, target } }, now)
  assert.ok(line.length <= 4_096, String(line.length))
  assert.equal((JSON.parse(line) as { target: string }).target, `${'\u0000'.repeat(600)}...`)
})
