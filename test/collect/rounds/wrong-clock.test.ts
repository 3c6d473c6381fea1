import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { auditBook } from '../../../src/book/audit/audit-book.ts'
import { emptyMarket } from '../../../src/book/market/market.ts'
import { freshness } from '../../../src/book/query/freshness.ts'
import { sources } from '../../../src/book/query/sources.ts'
import { findDue } from '../../../src/collect/rounds/collect-round.ts'
import { loadSources } from '../../../src/collect/source/load-source.ts'
import { after, dayLength } from '../../../src/domain/instant.ts'
import { follow } from '../../support/follow.ts'
import { pageOf, type PageRates } from '../../support/rate-site.ts'
import { at } from '../../support/sample-market.ts'
import { collecting, outcomesOf } from './collecting.ts'

const first = { 6: '8.00', 12: '8.50' }
const right = at('2026-06-07T09:00:00Z')
const ahead = after(right, 100 * dayLength)

/** A page with a `Date`. */
const dated = (rates: PageRates, date: number) => (response: ServerResponse) =>
  void response
    .writeHead(200, { 'content-type': 'text/html', date: new Date(date).toUTCString() })
    .end(pageOf(rates))

test('a run is not entered if the Date of its host contradicts the clock; --clock-is-right and --at enter it', async (t) => {
  const { site, addBank, collect, entries } = await collecting(t)
  await addBank('alpha')
  site.show('alpha', dated(first, right))
  const before = (await entries()).length
  const [refused] = await collect({ from: 'clock', read: () => ahead, clockIsRight: false })
  assert.ok(refused?.kind === 'misconfigured')
  assert.match(
    refused.message,
    /^This machine's clock says 2026-09-15T09:00:00Z, 100 days after 2026-06-07T09:00:00Z, which 127\.0\.0\.1:\d+ sent as its Date\./,
  )
  assert.equal((await entries()).length, before)
  assert.deepEqual(outcomesOf(await collect({ from: 'clock', read: () => right })), [
    'changed sheet-published',
  ])
  assert.deepEqual(outcomesOf(await collect('2026-06-12T09:00:00Z')), ['verified rates-verified'])
  const later = { from: 'clock', read: () => after(ahead, dayLength), clockIsRight: true } as const
  assert.deepEqual(outcomesOf(await collect(later)), ['verified rates-verified'])
})

for (const [title, page, outcome] of [
  ['the same', first, 'verified rates-verified'],
  ['changed', { ...first, 6: '8.10' }, 'changed sheet-published'],
] as const) {
  test(`after runs of a clock that was ahead, the source is due, and a page that is ${title} is entered with its true time`, async (t) => {
    const { folder, store, site, addBank, collect, entries } = await collecting(t)
    await addBank('alpha')
    site.show('alpha', first)
    await collect('2026-06-02T09:00:00Z')
    site.show('alpha', { ...first, 12: '8.60' })
    const wrong = { from: 'clock', read: () => ahead, clockIsRight: true } as const
    assert.deepEqual(outcomesOf(await collect(wrong)), ['changed sheet-published'])
    const market = async () => follow(emptyMarket, await entries())
    const fresh = async () => freshness(await market(), {}, right).records[0]
    const due = async () =>
      (await findDue(loadSources(`${folder}/sources`).sources, store, new Map(), right)).due.length
    // The 12 months were never read at 8.60 by a right clock.
    assert.deepEqual([(await fresh())?.isStale, await due()], [true, 1])
    assert.equal(sources(await market(), {}, right)[0]?.ranAt, at('2026-06-02T09:00:00Z'))

    site.show('alpha', { ...page, 12: '8.60' })
    const clock = { from: 'clock', read: () => right, atLastInstant: true } as const
    assert.deepEqual(outcomesOf(await collect(clock)), [outcome])
    const last = (await entries()).at(-1)
    assert.deepEqual([last?.at, last?.clock], [ahead, right])
    const { verifiedAt, checkedAt, isStale } = (await fresh()) ?? {}
    assert.deepEqual([verifiedAt, checkedAt, isStale], [right, right, false])
    assert.equal(await due(), 0)
    const [state] = sources(await market(), {}, right)
    assert.deepEqual([state?.ranAt, state?.nextDue], [right, at('2026-06-07T09:30:00Z')])
    assert.equal((await auditBook(store)).difference, undefined)
  })
}

test('a full fetch by a clock that was ahead does not replace the one that is due every seven days', async (t) => {
  const { site, addBank, collect } = await collecting(t)
  await addBank('alpha')
  site.show('alpha', first)
  await collect({ from: 'clock', read: () => ahead, clockIsRight: true })
  await collect({ from: 'clock', read: () => right, atLastInstant: true })
  assert.deepEqual(
    site.requests.map(({ isConditional }) => isConditional),
    [false, false],
  )
})
