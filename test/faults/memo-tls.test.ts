import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { connect } from 'node:tls'
import { createApp } from '../../src/http/app.ts'
import { chanceOf } from '../support/chance.ts'
import { movingMarkets } from '../support/moving-markets.ts'
import { at } from '../support/sample-market.ts'
import { certificate } from '../support/served.ts'
import { shake } from '../support/shaking.ts'
import { startTwins } from '../support/twins.ts'

/** How many hundred requests are sent over TLS: 20 in `npm test`, a thousand in `npm run test:faults`. */
const rounds = Number(process.env['FAULT_ROUNDS'] ?? 20)
const seed = Number(process.env['FAULT_SEED'] ?? Date.now() % 1_000_000)

const trusting = { rejectUnauthorized: false } as const

test(
  `TLS, HTTP/1.1: ${rounds} hundred requests, seed ${seed}: the same bytes with the memo and without`,
  { timeout: 3_600_000 },
  async (t) => {
    const markets = movingMarkets(40, 3)
    const chance = chanceOf(seed)
    const shared = {
      market: chance.pick(markets),
      now: at('2026-02-14T23:58:59Z'),
      isHealthy: true,
    }
    const twins = await startTwins(t, shared, { certificate }, (port) =>
      connect({ ...trusting, port, host: '127.0.0.1', ALPNProtocols: ['http/1.1'] }),
    )
    await shake(twins, shared, chance, markets, rounds * 100)
    const { asked, remembered } = twins.counts
    t.diagnostic(`${remembered} of ${asked}`)
    assert.ok(remembered > 0.15 * asked, `${remembered} of ${asked}`)
  },
)

/** What a server answers to some requests over one session of HTTP/2, and how many of them reached Node's server. */
async function askHttp2(t: TestContext, memo: boolean) {
  const [market] = movingMarkets(10, 0)
  assert.ok(market)
  const now = at('2026-02-14T23:58:59Z')
  const source = { market: () => market, isHealthy: () => true, now: () => now }
  const app = createApp(source, { certificate, memo })
  t.after(() => app.close())
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  let byNode = 0
  app.server.on('request', () => byNode++)
  const session = connectHttp2(address.replace('http:', 'https:'), trusting)
  const answers: unknown[] = []
  for (const path of ['/health', '/health', '/health', '/summary', '/summary', '/nowhere']) {
    for (const encoding of ['gzip', 'identity']) {
      const stream = session.request({ ':path': path, 'accept-encoding': encoding })
      stream.setEncoding('latin1')
      const [[headers], body] = (await Promise.all([once(stream, 'response'), text(stream)])) as [
        [IncomingHttpHeaders],
        string,
      ]
      answers.push([{ ...headers, date: '' }, body])
    }
  }
  session.destroy()
  return { answers, byNode }
}

test('TLS, HTTP/2: every request is Node’s, with the memo and without', async (t) => {
  const remembering = await askHttp2(t, true)
  assert.deepEqual(remembering, await askHttp2(t, false))
  assert.equal(remembering.byNode, 12)
})
