import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { Market } from '../../src/market/market.ts'
import { bytesInUse, collect } from '../support/memory.ts'
import { movingMarkets } from '../support/moving-markets.ts'
import { createQuickly, learned } from '../support/quickly.ts'
import { at } from '../support/sample-market.ts'

const now = at('2026-05-01T00:00:00Z')
const million = 1_000_000

/** The requests of a client that asks for something else each time, and by the way shows other headers. */
function requestOf(index: number): { target: string; encoding: string } {
  const targets = [
    `/rates/changes?limit=${1 + (index % 30)}&offset=${index % 89}&x=${index}`,
    `/compare?tenure_months=${index}`,
    `/rates/history/beta?limit=${1 + (index % 31)}&x=${index}`,
    `/rates/current?institution_id=x-${index}`,
  ]
  const encoding = index % 40 < 10 ? 'gzip' : `x-${Math.floor(index / 40)}`
  return { target: targets[index % 4] ?? '', encoding }
}

test('a hundred thousand different requests: memory grows by what may be kept, and with half as many more by nothing', async (t) => {
  const [market] = movingMarkets(60, 0)
  assert.ok(market)
  const cacheBytes = 8 * million
  const source = { market: () => market, isHealthy: () => true, now: () => now }
  const quickly = createQuickly(source, cacheBytes)
  const { isAnswered, written } = quickly
  const ask = async (from: number, to: number): Promise<void> => {
    for (let index = from; index < to; index++) {
      const { target, encoding } = requestOf(index)
      const head = learned(quickly, target, encoding)
      isAnswered(head)
      // Every tenth is asked for twice.
      if (index % 10 === 0) isAnswered(head)
      if (index % 100 === 0) {
        written()
        await turn()
      }
    }
    written()
  }
  await ask(0, 2_000)
  const before = await bytesInUse()
  await ask(2_000, 102_000)
  const grown = (await bytesInUse()) - before
  await ask(102_000, 152_000)
  const grownOn = (await bytesInUse()) - before - grown
  t.diagnostic(`${(grown / million).toFixed(1)} MB, then ${(grownOn / million).toFixed(1)} MB`)
  // What is kept: answers, answers by head (16 MB), and heads that were answered once.
  assert.ok(grown < cacheBytes + 30 * million, `${grown} bytes`)
  assert.ok(grownOn < 8 * million, `${grownOn} bytes`)
})

test('lists that are asked for one page each: none keeps the page, compressed or not', async (t) => {
  const [market] = movingMarkets(60, 0)
  assert.ok(market)
  const source = { market: () => market, isHealthy: () => true, now: () => now }
  const quickly = createQuickly(source, 0)
  const ask = (x: number): void => {
    const target = `/rates/changes?x=${x}&limit=100&offset=0`
    assert.ok(quickly.isAnswered(learned(quickly, target, x % 2 === 0 ? 'br' : 'gzip')))
    quickly.written()
  }
  ask(0)
  const before = await bytesInUse()
  for (let x = 1; x < 12_000; x++) ask(x)
  const grown = (await bytesInUse()) - before
  t.diagnostic(`${(grown / million).toFixed(1)} MB`)
  assert.ok(grown < 40 * million, `${grown} bytes`)
})

test('a market that is served no more is forgotten with the first request after it', async () => {
  const served: { market: Market | undefined } = { market: movingMarkets(20, 0)[0] }
  const source = {
    market: () => served.market as Market,
    isHealthy: () => true,
    now: () => now,
  }
  const quickly = createQuickly(source)
  const ask = (target: string, times: number): void => {
    const head = learned(quickly, target)
    for (let asked = 0; asked < times; asked++) quickly.isAnswered(head)
    quickly.written()
  }
  for (const target of ['/summary', '/rates/changes', '/health', '/rates/history/beta'])
    ask(target, 4)
  const old = new WeakRef(served.market as Market)
  // A book of its own: versions of one share their records.
  served.market = movingMarkets(21, 0)[0]
  ask('/health', 1)
  await collect()
  assert.equal(old.deref(), undefined)
})
