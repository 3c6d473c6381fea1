import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { createClient } from '../../../src/serve/client/client.ts'
import { instantText } from '../../../src/domain/instant.ts'
import type { Market } from '../../../src/book/market/market.ts'
import { appOf, receive } from '../../support/ask.ts'
import { runs } from '../../support/generators.ts'
import { marketOf, sampleEntries } from '../../support/sample-market.ts'
import { serve } from '../../support/served.ts'
import { books } from './books.ts'
import { rebuild, type WireEvent } from './rebuild.ts'

/** Every answer of the ten endpoints about a market, and its events: each list in every order, with every filter on terms. */
function targetsOf({ institutions }: Market): readonly string[] {
  const terms = new Set<string>()
  for (const { published } of institutions.values()) {
    for (const { variant, tenure, tenureTo, payout } of published.terms.values()) {
      for (const months of [tenure, tenureTo ?? []].flat())
        terms.add(`variant=${variant}&tenure_months=${months}&payout_type=${payout}`)
    }
  }
  return [
    '/health',
    '/institutions?active_only=false',
    '/institutions',
    '/rates/current?details=true',
    '/rates/current?deposit=5000',
    ...Array.from(institutions.keys(), (id) => `/rates/history/${id}?limit=1000`),
    '/rates/changes?limit=1000',
    '/summary',
    ...Array.from(terms, (query) => `/compare?${query}`),
    ...Array.from(terms, (query) => `/summary/history?${query}`),
    '/freshness',
    '/reports/best-rates?limit=100',
    '/events?limit=1000',
  ]
}

/** Compares every answer of a market with that of the market that its events make. */
async function checkRebuilt(market: Market, events: readonly WireEvent[]): Promise<void> {
  const now = instantText(Math.max(market.at, Date.UTC(2026, 0)) as Market['at'])
  const [app, rebuilt] = [appOf(market, now), appOf(rebuild(events), now)]
  for (const target of targetsOf(market)) {
    const [expected, found] = [
      await receive(app, 'GET', target),
      await receive(rebuilt, 'GET', target),
    ]
    assert.equal(expected.status, 200, target)
    assert.equal(found.body, expected.body, target)
  }
}

/** All events of a market, page by page. */
async function pagedEvents(market: Market, limit: number): Promise<readonly WireEvent[]> {
  const app = appOf(market)
  const events: WireEvent[] = []
  let after = '0'
  for (let isEnd = false; !isEnd;) {
    const { body, headers } = await receive(app, 'GET', `/events?after=${after}&limit=${limit}`)
    events.push(...(JSON.parse(body) as WireEvent[]))
    after = headers['ratebook-reached'] ?? ''
    isEnd = headers['link'] === undefined
  }
  return events
}

/** All events of a market as the client follows them, up to the one with the id `last`. */
async function followedEvents(
  t: Parameters<typeof serve>[0],
  market: Market,
  last: string | undefined,
): Promise<readonly WireEvent[]> {
  const source = { market: () => market, isHealthy: () => true, now: () => market.at }
  const { port } = await serve(t, source)
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}` })
  const events: WireEvent[] = []
  for await (const event of client.followEvents()) {
    events.push(event)
    if (event.id === last) break
  }
  return events
}

test('the events of a random book rebuild every answer, on pages of any size', async () => {
  await fc.assert(
    fc.asyncProperty(books, fc.integer({ min: 1, max: 40 }), async ({ market }, limit) => {
      await checkRebuilt(market, await pagedEvents(market, limit))
    }),
    runs(60),
  )
})

test('the events of the sample market rebuild every answer, on pages and followed by the client', async (t) => {
  const market = marketOf(sampleEntries())
  const paged = await pagedEvents(market, 100)
  assert.deepEqual(await followedEvents(t, market, paged.at(-1)?.id), paged)
  await checkRebuilt(market, paged)
})

test('the events of random books, followed by the client, are those of the pages', async (t) => {
  for (const { market } of fc.sample(books, { numRuns: 8, seed: 1 })) {
    const paged = await pagedEvents(market, 7)
    if (paged.length === 0) continue
    assert.deepEqual(await followedEvents(t, market, paged.at(-1)?.id), paged)
  }
})
