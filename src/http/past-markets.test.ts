import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Entry } from '../domain/entry.ts'
import type { Instant } from '../domain/instant.ts'
import { follow } from '../market/evolve.ts'
import { emptyMarket, type Market } from '../market/market.ts'
import { unrated } from '../../test/support/book.ts'
import { createPastMarkets } from './past-markets.ts'

/** Far more entries than one batch, one a second. */
const count = 3000
const at = (position: number): Instant => (position * 1000) as Instant
const entries = Array.from({ length: count }, (_, index): Entry => {
  const head = { position: index + 1, at: at(index + 1), institutionId: 'alpha' }
  return index === 0
    ? { ...head, kind: 'institution-registered', institution: unrated('alpha') }
    : { ...head, kind: 'rates-checked' }
})
const whole = follow(emptyMarket, entries)

/** A market that records the positions of the entries that are folded, in order. */
function recordingMarket(onRead: (position: number) => void = () => {}): {
  readonly market: Market
  readonly read: number[]
} {
  const read: number[] = []
  const recorded = entries.map((entry) => ({
    ...entry,
    get kind() {
      read.push(entry.position)
      onRead(entry.position)
      return entry.kind
    },
  })) as unknown as readonly Entry[]
  return { market: { ...whole, entries: recorded }, read }
}

const stateOf = (market: Market) => ({
  market,
  now: at(count + 1),
  isHealthy: true,
  isReady: true,
})

/** The past markets with some limits, and the positions or statuses that they answer. */
function pastMarkets(
  market: Market,
  limits: { readonly pastMarkets?: number; readonly pastMarketWait?: number } = {},
) {
  const { stateAt, close } = createPastMarkets({
    pastMarkets: 2,
    pastMarketWait: 60_000,
    ...limits,
  })
  return {
    close,
    answer: async (position: number): Promise<string> => {
      const answer = await stateAt(stateOf(market), at(position))
      return 'status' in answer ? `status ${answer.status}` : `position ${answer.market.position}`
    },
  }
}

/** The runs of rising positions; each fold is one run. */
function foldsOf(read: readonly number[]): readonly (readonly [first: number, last: number])[] {
  const positions = read.filter((position, index) => position !== read[index - 1])
  const folds: [number, number][] = []
  for (const position of positions) {
    const fold = folds.at(-1)
    if (fold === undefined || position < fold[1]) folds.push([position, position])
    else fold[1] = position
  }
  return folds
}

test('one fold runs at a time, and equal requests share it', async () => {
  const { market, read } = recordingMarket()
  const { answer } = pastMarkets(market)
  const wanted = [2500, 1200, 2500, 1200, 2500]
  const answers = await Promise.all(wanted.map(answer))
  assert.deepEqual(
    answers,
    wanted.map((position) => `position ${position}`),
  )
  assert.deepEqual(foldsOf(read), [
    [1, 2500],
    [1, 1200],
  ])
})

test('a fold starts from the nearest earlier market that is kept', async () => {
  const { market, read } = recordingMarket()
  const { answer } = pastMarkets(market, { pastMarkets: 2 })
  for (const position of [1000, 2000, 2900, 2000, 1500]) await answer(position)
  assert.deepEqual(foldsOf(read), [
    [1, 2900],
    [1, 1500],
  ])
})

test('the present market and the empty one need no fold', async () => {
  const { market, read } = recordingMarket()
  const { answer } = pastMarkets(market, { pastMarketWait: 0 })
  assert.equal(await answer(count), `position ${count}`)
  assert.equal(await answer(0), 'position 0')
  assert.deepEqual(read, [])
})

test('the event loop runs between the batches of a fold', async () => {
  let turns = 0
  const seen = new Set<number>()
  const { market } = recordingMarket(() => seen.add(turns))
  const { answer } = pastMarkets(market)
  const turn = (): void => {
    turns++
    immediate = setImmediate(turn)
  }
  let immediate = setImmediate(turn)
  await answer(2900)
  clearImmediate(immediate)
  assert.ok(seen.size >= 20, `the fold was spread over ${seen.size} turns`)
})

test('a request that would wait too long gets 503, and a later one the market', async () => {
  // The first entry takes longer than the wait, so the timer has run out at the next turn of the event loop.
  const { market } = recordingMarket((position) => {
    if (position === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
  })
  const { answer } = pastMarkets(market, { pastMarketWait: 1 })
  assert.deepEqual(await Promise.all([answer(2900), answer(2900), answer(1000)]), [
    'status 503',
    'status 503',
    'status 503',
  ])
  let last = ''
  for (let turns = 0; last !== 'position 2900' && turns < 1000; turns++) last = await answer(2900)
  assert.equal(last, 'position 2900')
})

test('after close, the fold ends and requests are refused', async () => {
  const { market, read } = recordingMarket()
  const { answer, close } = pastMarkets(market)
  const waiting = answer(2900)
  close()
  assert.equal(await waiting, 'status 503')
  assert.ok((read.at(-1) ?? 0) < 2900)
  assert.equal(await answer(1000), 'status 503')
  assert.ok((read.at(-1) ?? 0) < 2900)
})

test('a fold that throws rejects the requests for its position, and no others', async () => {
  const { market } = recordingMarket((position) => {
    if (position === 2000) throw new Error('broken')
  })
  const { answer } = pastMarkets(market)
  const settled = await Promise.allSettled([answer(2500), answer(2500), answer(1500)])
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['rejected', 'rejected', 'fulfilled'],
  )
})
