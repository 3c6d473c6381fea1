import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAwaitPosition, createReachPosition } from './min-position.ts'

/** A market whose position a test can change. */
function moving(position: number) {
  const market = { position }
  const current = (): number => market.position
  return {
    market,
    awaitPosition: createAwaitPosition(current, createReachPosition(current, 2_000)),
  }
}

test('a position that the market has reached needs no wait', async () => {
  const { awaitPosition } = moving(3)
  for (const header of [undefined, '0', '1', '3'])
    assert.equal(await awaitPosition(header), undefined)
})

test('an invalid position is 400', async () => {
  const { awaitPosition } = moving(3)
  for (const header of ['', ' 1', '-1', '1.0', '1e2', '01', '١', '1, 2', ['1', '2']])
    assert.equal((await awaitPosition(header))?.status, 400, String(header))
})

test('requests are answered soon after their position is reached; requests for a later position still wait', async () => {
  const { market, awaitPosition } = moving(3)
  const began = performance.now()
  const four = Array.from({ length: 900 }, () => awaitPosition('4'))
  const five = awaitPosition('5')
  await sleep(100)
  market.position = 4
  for (const refusal of await Promise.all(four)) assert.equal(refusal, undefined)
  assert.ok(performance.now() - began < 1_500)
  await sleep(100)
  market.position = 5
  assert.equal(await five, undefined)
  assert.ok(performance.now() - began < 1_900)
})

test('after two seconds a request gets 503 with Retry-After; too many waiting requests are refused at once', async () => {
  const { market, awaitPosition } = moving(3)
  const began = performance.now()
  // Timers of one process end in order, however busy the machine is.
  const [atOnce, late] = [sleep(1_000, 'late'), sleep(4_000, 'late')]
  const waiting = Array.from({ length: 1_000 }, () => awaitPosition('4'))
  const refused = await Promise.race([awaitPosition('4'), atOnce])
  assert.notEqual(refused, 'late')
  assert.equal(typeof refused === 'object' && refused.status, 503)
  assert.equal(await awaitPosition('3'), undefined)
  const refusals = await Promise.race([Promise.all(waiting), late])
  assert.ok(typeof refusals !== 'string', 'after four seconds')
  for (const refusal of refusals) {
    assert.equal(refusal?.status, 503)
    assert.ok(Number(refusal.headers['retry-after']) > 0)
  }
  const took = performance.now() - began
  assert.ok(took > 1_990, `${took} ms`)
  // New requests may wait again.
  const next = awaitPosition('4')
  market.position = 4
  assert.equal(await next, undefined)
})
