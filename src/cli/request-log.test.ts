import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import type { Observation } from '../http/observation.ts'
import { requestLine } from './request-log.ts'

const observation: Observation = {
  endpoint: '/compare',
  method: 'GET',
  target: '/compare?tenure_months=12',
  status: 200,
  bytes: 3154,
  milliseconds: 0.402_512,
  client: '127.0.0.1',
  via: 'cache',
}
const time = 1_795_239_158_998

/** What pino writes for the fields of a request. */
function pinoLine(observed: Observation, base: object | null): string {
  let line = ''
  const timestamp = () => `,"time":${time}`
  const log = pino({ base, timestamp }, { write: (text: string) => (line = text) })
  const { method, target, status, bytes, milliseconds, client, via } = observed
  const ms = Math.round(milliseconds * 1_000) / 1_000
  log.info({ method, target, status, bytes, ms, client, via })
  return line
}

test('a line is, byte for byte, what pino writes', () => {
  assert.equal(requestLine(observation, time), pinoLine(observation, null))
  assert.equal(requestLine(observation, time, '"worker":3,'), pinoLine(observation, { worker: 3 }))
  const other = { ...observation, milliseconds: 12, status: 503, bytes: 0, via: 'none' } as const
  assert.equal(requestLine(other, time), pinoLine(other, null))
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
      const line = requestLine({ ...observation, [name]: text }, time)
      assert.match(line, /^[ -~]+\n$/)
      assert.equal((JSON.parse(line) as Record<string, unknown>)[name], text)
      const names = Object.keys(JSON.parse(line) as object).join(' ')
      assert.equal(names, 'level time method target status bytes ms client via')
    }
  }
})

test('a target of the greatest length, all of it to be escaped, fits in what a pipe takes whole', () => {
  const target = '\u0000'.repeat(4_096)
  const line = requestLine({ ...observation, target }, time, '"worker":12345,')
  assert.ok(line.length <= 4_096, String(line.length))
  assert.equal((JSON.parse(line) as { target: string }).target, `${'\u0000'.repeat(600)}...`)
})
