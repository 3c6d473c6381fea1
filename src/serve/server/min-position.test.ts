import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAwaitPosition, createReachPosition } from './min-position.ts'

/** A market whose position a test can change, and which requests await for so many milliseconds. */
function moving(position: number, timeout = 300_000) {
  const market = { position }
  const current = (): number => market.position
  return {
    market,
    awaitPosition: createAwaitPosition(current, createReachPosition(current, timeout)),
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

test('requests are answered once their position is reached; requests for a later position still wait', async () => {
  const { market, awaitPosition } = moving(3)
  const ended: string[] = []
  const waitFor = async (position: string): Promise<void> => {
    assert.equal(await awaitPosition(position), undefined)
    ended.push(position)
  }
  const four = Array.from({ length: 900 }, () => waitFor('4'))
  const five = waitFor('5')
  await sleep(50)
  assert.equal(ended.length, 0)
  market.position = 4
  await Promise.all(four)
  assert.ok(!ended.includes('5'))
  market.position = 5
  await five
})

test('after the timeout a request gets 503 with Retry-After; too many waiting requests are refused at once', async () => {
  const { market, awaitPosition } = moving(3, 200)
  // Timers of one process end in order, however busy the machine is.
  let isOver = false
  setTimeout(() => (isOver = true), 190)
  const waiting = Array.from({ length: 1_000 }, () => awaitPosition('4'))
  assert.equal((await awaitPosition('4'))?.status, 503)
  assert.equal(await awaitPosition('3'), undefined)
  assert.equal(isOver, false)
  const refusals = await Promise.all(waiting)
  assert.equal(isOver, true)
  for (const refusal of refusals) {
    assert.equal(refusal?.status, 503)
    assert.ok(Number(refusal.headers['retry-after']) > 0)
  }
  // New requests may wait again.
  const next = awaitPosition('4')
  market.position = 4
  assert.equal(await next, undefined)
})
