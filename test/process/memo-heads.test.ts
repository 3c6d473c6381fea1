import assert from 'node:assert/strict'
import { test } from 'node:test'
import { movingMarkets } from '../support/moving-markets.ts'
import { oddOnes } from '../support/odd-requests.ts'
import { at } from '../support/sample-market.ts'
import { client, plainText, serve } from '../support/served.ts'
import { startTwins } from '../support/twins.ts'

const [market] = movingMarkets(20, 0)
const plain = plainText('/summary')
const wishing = plainText('/summary', 'Accept-Encoding: gzip', 'X: y')

/** Chunks with one request each, or more, whose answers are waited for. */
const waited = (...texts: readonly string[]) =>
  texts.map((text) => ({ text, requests: 1, waits: true }))

test('every odd request, alone, before and behind others: the same bytes with the memo and without, each time it comes', async (t) => {
  assert.ok(market)
  const shared = { market, now: at('2026-03-01T00:00:00Z'), isHealthy: true }
  const twins = await startTwins(t, shared)
  const odd = oddOnes()
  const plans = odd.flatMap((one) => [
    waited(plain, one, plain, one, wishing),
    waited(plain, one + wishing, plain, wishing, one),
    waited(plain, wishing + one, wishing + plain + one + plain),
    // The head arrives alone, what follows it later.
    waited(plain, ...one.split(/(?<=\r\n\r\n)/), plain),
  ])
  // What was learned the first time is made use of the second.
  for (let round = 0; round < 3; round++) {
    for (let from = 0; from < plans.length; from += 20) {
      await twins.compare(plans.slice(from, from + 20))
    }
  }
  // Empty lines before a request count as a head of their own, and the next head as that of the request before it.
  const once = plainText('/rates/changes', 'Accept-Encoding: gzip', 'X: once')
  await twins.compare([waited(plain, `\r\n\r\n${once}${plain}`, plain, once, once)])
  const { asked, remembered } = twins.counts
  t.diagnostic(`${odd.length} odd requests; of ${asked} requests ${remembered} were remembered`)
  assert.ok(remembered > 0.2 * asked)
})

for (const memo of [true, false]) {
  test(`what comes behind a request that ends its connection is not answered, nor told of, ${memo ? 'with the memo' : 'without'}`, async (t) => {
    assert.ok(market)
    const now = at('2026-03-01T00:00:00Z')
    const source = { market: () => market, isHealthy: () => true, now: () => now }
    const { port, observed } = await serve(t, source, { memo })
    const { send, get } = await client(t, port)
    await get('/health')
    const doubtful = plainText('/health', 'Host: b')
    const answers = await send(plain + doubtful + wishing + plain, 4)
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 400],
    )
    assert.deepEqual(
      observed.map(({ told }) => told.status),
      [200, 200, 400],
    )
  })
}
