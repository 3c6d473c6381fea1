import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { createClient, type RowFor } from '../../src/client/client.ts'
import type { Fetch } from '../../src/client/exchange.ts'
import type { IteratedPage } from '../../src/client/pages.ts'
import type { Market } from '../../src/market/market.ts'
import { openBook } from '../support/book.ts'
import { runs } from '../support/generators.ts'
import { at, marketOf, sampleEntries } from '../support/sample-market.ts'
import { serve } from '../support/served.ts'

type Row = RowFor<'listRateChanges'> | RowFor<'listRateHistory'>
type Cleaning = Parameters<typeof serve>[0]
const now = () => at('2030-01-01T00:00:00Z')
const isHealthy = () => true

/** Nodes that answer from one of several markets each, and a client whose requests are told before they are sent. */
async function nodes(t: Cleaning) {
  const place = { market: marketOf([]), asked: 0, beforeAsking: (_least: number): void => {} }
  const { port } = await serve(t, { market: () => place.market, isHealthy, now }, { memo: false })
  const baseUrl = `http://127.0.0.1:${port}`
  const telling: Fetch = (input, init) => {
    place.asked++
    place.beforeAsking(Number(new Headers(init?.headers).get('ratebook-min-position')))
    return fetch(input, init)
  }
  return { place, client: createClient({ baseUrl, fetch: telling }) }
}

/** Every record of some pages, and the positions that they were read at. */
async function all<R extends Row>(pages: AsyncIterable<IteratedPage<R>>) {
  const found: { rows: R[]; positions: number[] } = { rows: [], positions: [] }
  let isOver = false
  for await (const { rows, position, isEnd } of pages) {
    assert.ok(!isOver, 'a page came behind the one that said it was the last')
    found.rows.push(...rows)
    found.positions.push(position)
    isOver = isEnd
  }
  return found
}

/** What a publication does: whose it is, milliseconds after the one before, and which of four rates move. */
const steps = fc.array(
  fc.record({
    id: fc.constantFrom('alpha', 'beta'),
    later: fc.constantFrom(0, 0, 1, 1_500, 60_000),
    moves: fc.integer({ min: 0, max: 15 }),
  }),
  { minLength: 4, maxLength: 24 },
)
type Step = { readonly id: string; readonly later: number; readonly moves: number }
// Two of them make equal records in the history, which names no variant.
const terms = ['general 12 maturity', 'women 12 maturity', 'general 6 monthly', 'digital 6 annual']

/** The markets of a book after each step. */
function marketsOf(happenings: readonly Step[]): readonly Market[] {
  const book = openBook()
  let when = Date.parse('2026-01-01T00:00:00Z')
  book.register(new Date(when).toISOString(), 'alpha')
  book.register(new Date(when).toISOString(), 'beta', { type: 'nbfi' })
  const markets = [book.market()]
  const rates = new Map<string, number[]>()
  for (const { id, later, moves } of happenings) {
    when += later
    const moved = terms.map(
      (_, index) => ((rates.get(id)?.[index] ?? 0) + ((moves >> index) & 1)) % 2,
    )
    rates.set(id, moved)
    const offers = terms.map((term, index) => `${term} ${8 + (moved[index] ?? 0)}`)
    // Of a sheet that says nothing new, too, there is an entry: it was read elsewhere.
    const source_url = `https://bank.example/${markets.length}`
    book.publish(new Date(when).toISOString(), id, offers, { source_url })
    markets.push(book.market())
  }
  return markets
}

test('issue 5 part 2: an iteration gives the list as it was at its first page, whatever is published meanwhile and by whichever node', async (t) => {
  const { place, client } = await nodes(t)
  let [moved, stayed] = [0, 0]
  await fc.assert(
    fc.asyncProperty(
      steps,
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.constantFrom(0, 0, 1, 2, -1), { minLength: 1, maxLength: 30 }),
      fc.nat(14),
      fc.boolean(),
      async (happenings, limit, pace, start, isHistory) => {
        const markets = marketsOf(happenings)
        const [first] = markets
        if (first === undefined) return
        let [step, asked] = [start % markets.length, 0]
        place.beforeAsking = (least) => {
          const next = step + (pace[asked++ % pace.length] ?? 0)
          step = Math.min(markets.length - 1, Math.max(0, next, least - first.position))
          place.market = markets[step] ?? first
        }
        const given = isHistory
          ? await all(client.pagesOfRateHistory({ institution_id: 'alpha', limit }))
          : await all(client.pagesOfRateChanges({ limit }))
        const position = given.positions[0] ?? 0
        assert.deepEqual(
          given.positions,
          given.positions.toSorted((a, b) => a - b),
        )
        place.beforeAsking = () => {
          place.market = markets[position - first.position] ?? first
        }
        const whole = isHistory
          ? await client.listRateHistory({ institution_id: 'alpha', limit: 1000 })
          : await client.listRateChanges({ limit: 1000 })
        assert.equal(whole.position, position)
        assert.deepEqual(given.rows, whole.rows)
        if (new Set(given.positions).size > 1) moved++
        else stayed++
      },
    ),
    runs(150),
  )
  assert.ok(moved > 15 && stayed > 15, `${moved} moved, ${stayed} stayed`)
})

test('issue 5 part 2: while nothing is published, an iteration asks once for each page', async (t) => {
  const { place, client } = await nodes(t)
  place.market = marketOf(sampleEntries())
  const pages = await all(client.pagesOfRateHistory({ institution_id: 'peoples-bank', limit: 10 }))
  const { rows } = await client.listRateHistory({ institution_id: 'peoples-bank', limit: 1000 })
  assert.deepEqual(pages.rows, rows)
  assert.ok(rows.length > 20)
  assert.ok(place.asked <= Math.floor(rows.length / 10) + 2, String(place.asked))
})

test('a page that its records do not fill says that it is the last', async (t) => {
  const { place, client } = await nodes(t)
  place.market = marketOf(sampleEntries())
  const ends: boolean[] = []
  for await (const { isEnd } of client.pagesOfRateChanges({ limit: 50 })) ends.push(isEnd)
  assert.deepEqual(ends, [false, false, true])
  assert.equal(place.asked, 3)
})

test('an empty list has one page, without records', async (t) => {
  const { client } = await nodes(t)
  assert.deepEqual(await all(client.pagesOfRateChanges()), { rows: [], positions: [0] })
})

test('what is wrong with the parameters or the institution is said at the first page', async (t) => {
  const { client } = await nodes(t)
  await assert.rejects(client.pagesOfRateChanges({ limit: 1001 }).next(), { status: 422 })
  await assert.rejects(client.pagesOfRateHistory({ institution_id: 'nobody' }).next(), {
    status: 404,
  })
})

test('an institution that changes its type meanwhile is out from there on, and nobody else is', async (t) => {
  const { place, client } = await nodes(t)
  const book = openBook()
  const when = (day: number) => `2026-01-${String(day).padStart(2, '0')}T00:00:00Z`
  for (const id of ['alpha', 'beta']) book.register(when(1), id)
  for (let day = 2; day < 12; day++) {
    for (const id of ['alpha', 'beta']) book.publish(when(day), id, [`general 12 maturity ${day}`])
  }
  place.market = book.market()
  const filter = { type: 'bank', limit: 3 } as const
  const before = (await client.listRateChanges(filter)).rows
  book.register(when(12), 'alpha', { type: 'nbfi' })
  const after = book.market()
  place.beforeAsking = () => {
    if (place.asked > 2) place.market = after
  }
  const { rows } = await all(client.pagesOfRateChanges(filter))
  const ofBeta = rows.filter(({ institution_id: id }) => id === 'beta')
  assert.equal(ofBeta.length, 9)
  assert.deepEqual(
    rows.filter(({ institution_id: id }) => id === 'alpha'),
    before.filter(({ institution_id: id }) => id === 'alpha'),
  )
})
