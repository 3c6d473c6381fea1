import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { createClient, type RowFor } from '../../../src/serve/client/client.ts'
import type { Fetch } from '../../../src/serve/client/exchange.ts'
import type { IteratedPage } from '../../../src/serve/client/pages.ts'
import type { Market } from '../../../src/book/market/market.ts'
import { openBook, type Book } from '../../support/book.ts'
import { runs } from '../../support/generators.ts'
import { at, marketOf, sampleEntries } from '../../support/sample-market.ts'
import { serve } from '../../support/served.ts'

type Row = RowFor<'listRateChanges'> | RowFor<'listRateHistory'> | RowFor<'listCorrections'>
type TestCleanup = Parameters<typeof serve>[0]
const now = () => at('2030-01-01T00:00:00Z')
const isHealthy = () => true

/** Starts a server whose market a test can replace before each request, as if another server answered. */
async function switchableServer(t: TestCleanup) {
  const state = {
    market: marketOf([]),
    requests: 0,
    beforeRequest: (_minPosition: number): void => {},
  }
  const { port } = await serve(t, { market: () => state.market, isHealthy, now })
  const baseUrl = `http://127.0.0.1:${port}`
  const switchingFetch: Fetch = (input, init) => {
    state.requests++
    state.beforeRequest(Number(new Headers(init?.headers).get('ratebook-min-position')))
    return fetch(input, init)
  }
  return { state, client: createClient({ baseUrl, fetch: switchingFetch }) }
}

/** Reads all pages: every record, and the position of every page. */
async function collect<R extends Row>(pages: AsyncIterable<IteratedPage<R>>) {
  const collected: { rows: R[]; positions: number[] } = { rows: [], positions: [] }
  let hasEnded = false
  for await (const { rows, position, isEnd } of pages) {
    assert.ok(!hasEnded, 'a page follows the one with isEnd')
    collected.rows.push(...rows)
    collected.positions.push(position)
    hasEnded = isEnd
  }
  return collected
}

/** Publications: the institution, the milliseconds since the previous one, and which of four rates change. */
const publications = fc.array(
  fc.record({
    id: fc.constantFrom('alpha', 'beta'),
    delay: fc.constantFrom(0, 0, 1, 1_500, 60_000),
    changes: fc.integer({ min: 0, max: 15 }),
  }),
  { minLength: 4, maxLength: 24 },
)
type Publication = { readonly id: string; readonly delay: number; readonly changes: number }
// The first two give equal history records, because the history has no variant.
const terms = ['general 12 maturity', 'women 12 maturity', 'general 6 monthly', 'digital 6 annual']

/** The market after each publication. */
function marketsOf(list: readonly Publication[]): readonly Market[] {
  const book = openBook()
  let time = Date.parse('2026-01-01T00:00:00Z')
  book.register(new Date(time).toISOString(), 'alpha')
  book.register(new Date(time).toISOString(), 'beta', { type: 'nbfi' })
  const markets = [book.market()]
  const rates = new Map<string, number[]>()
  for (const { id, delay, changes } of list) {
    time += delay
    const changed = terms.map(
      (_, index) => ((rates.get(id)?.[index] ?? 0) + ((changes >> index) & 1)) % 2,
    )
    rates.set(id, changed)
    const offers = terms.map((term, index) => `${term} ${8 + (changed[index] ?? 0)}`)
    // The source differs each time, so that a sheet without changes is an entry too.
    const source_url = `https://bank.example/${markets.length}`
    book.publish(new Date(time).toISOString(), id, offers, { source_url })
    markets.push(book.market())
  }
  return markets
}

test('issue 5 part 2: an iteration yields the list as it was at its first page, whatever is published meanwhile and whichever server answers', async (t) => {
  const { state, client } = await switchableServer(t)
  let [withChanges, withoutChanges] = [0, 0]
  await fc.assert(
    fc.asyncProperty(
      publications,
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.constantFrom(0, 0, 1, 2, -1), { minLength: 1, maxLength: 30 }),
      fc.nat(14),
      fc.boolean(),
      async (list, limit, pace, start, isHistory) => {
        const markets = marketsOf(list)
        const [first] = markets
        if (first === undefined) return
        let [step, requests] = [start % markets.length, 0]
        state.beforeRequest = (minPosition) => {
          const next = step + (pace[requests++ % pace.length] ?? 0)
          step = Math.min(markets.length - 1, Math.max(0, next, minPosition - first.position))
          state.market = markets[step] ?? first
        }
        const iterated = isHistory
          ? await collect(client.pagesOfRateHistory({ institution_id: 'alpha', limit }))
          : await collect(client.pagesOfRateChanges({ limit }))
        const position = iterated.positions[0] ?? 0
        assert.deepEqual(
          iterated.positions,
          iterated.positions.toSorted((a, b) => a - b),
        )
        state.beforeRequest = () => {
          state.market = markets[position - first.position] ?? first
        }
        const whole = isHistory
          ? await client.listRateHistory({ institution_id: 'alpha', limit: 1000 })
          : await client.listRateChanges({ limit: 1000 })
        assert.equal(whole.position, position)
        assert.deepEqual(iterated.rows, whole.rows)
        if (new Set(iterated.positions).size > 1) withChanges++
        else withoutChanges++
      },
    ),
    runs(150),
  )
  const few = runs(150).numRuns / 30
  assert.ok(withChanges > few && withoutChanges > few, `${withChanges}, ${withoutChanges}`)
})

test('issue 5 part 2: while nothing is published, an iteration sends one request for each page', async (t) => {
  const { state, client } = await switchableServer(t)
  state.market = marketOf(sampleEntries())
  const pages = await collect(
    client.pagesOfRateHistory({ institution_id: 'peoples-bank', limit: 10 }),
  )
  const { rows } = await client.listRateHistory({ institution_id: 'peoples-bank', limit: 1000 })
  assert.deepEqual(pages.rows, rows)
  assert.ok(rows.length > 20)
  assert.ok(state.requests <= Math.floor(rows.length / 10) + 2, String(state.requests))
})

test('a page with fewer records than limit is the last one', async (t) => {
  const { state, client } = await switchableServer(t)
  state.market = marketOf(sampleEntries())
  const ends: boolean[] = []
  for await (const { isEnd } of client.pagesOfRateChanges({ limit: 50 })) ends.push(isEnd)
  assert.deepEqual(ends, [false, false, true])
  assert.equal(state.requests, 3)
})

test('an empty list has one page, without records', async (t) => {
  const { client } = await switchableServer(t)
  assert.deepEqual(await collect(client.pagesOfRateChanges()), { rows: [], positions: [0] })
})

test('the first page throws for invalid parameters and for an unknown institution', async (t) => {
  const { client } = await switchableServer(t)
  await assert.rejects(client.pagesOfRateChanges({ limit: 1001 }).next(), { status: 422 })
  await assert.rejects(client.pagesOfRateHistory({ institution_id: 'nobody' }).next(), {
    status: 404,
  })
})

test('if an institution changes its type during an iteration, only its later records are missing', async (t) => {
  const { state, client } = await switchableServer(t)
  const book = openBook()
  const when = (day: number) => `2026-01-${String(day).padStart(2, '0')}T00:00:00Z`
  for (const id of ['alpha', 'beta']) book.register(when(1), id)
  for (let day = 2; day < 12; day++) {
    for (const id of ['alpha', 'beta']) book.publish(when(day), id, [`general 12 maturity ${day}`])
  }
  state.market = book.market()
  const filter = { type: 'bank', limit: 3 } as const
  const before = (await client.listRateChanges(filter)).rows
  book.register(when(12), 'alpha', { type: 'nbfi' })
  const after = book.market()
  state.beforeRequest = () => {
    if (state.requests > 2) state.market = after
  }
  const { rows } = await collect(client.pagesOfRateChanges(filter))
  const ofBeta = rows.filter(({ institution_id: id }) => id === 'beta')
  assert.equal(ofBeta.length, 9)
  assert.deepEqual(
    rows.filter(({ institution_id: id }) => id === 'alpha'),
    before.filter(({ institution_id: id }) => id === 'alpha'),
  )
})

test('pages with known_at stay those of that instant, at its lower position', async (t) => {
  const { state, client } = await switchableServer(t)
  const book = openBook()
  const day = (number: number): string => `2026-01-${String(number).padStart(2, '0')}T00:00:00Z`
  book.register(day(1), 'alpha')
  const markets: Market[] = []
  for (let number = 2; number <= 20; number++) {
    book.publish(day(number), 'alpha', [`general 12 maturity ${number}`])
    markets.push(book.market())
  }
  const [behind, newest] = [markets[7], markets.at(-1)]
  assert.ok(behind && newest)
  const parameters = { institution_id: 'alpha', limit: 3, known_at: day(11) }
  let turn = 0
  state.beforeRequest = (minPosition) => {
    // Every second request comes to a server that is behind until the client asks it to wait.
    state.market = turn++ % 2 === 1 && minPosition === 0 ? behind : newest
  }
  const { rows, positions } = await collect(client.pagesOfRateHistory(parameters))
  assert.deepEqual(
    rows.map((row) => Number(row.new_rate_pa)),
    [11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
  )
  assert.deepEqual(new Set(positions), new Set([11]))
  assert.ok(state.requests > positions.length, 'a server was behind')
})

/** A book of one bank whose rate rises by 1 each day, with the sheet of day N at position N. */
function rising(days: number): Book {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha')
  for (let day = 2; day <= days; day++) {
    book.publish(`2026-01-${String(day).padStart(2, '0')}T00:00:00Z`, 'alpha', [
      `general 12 maturity ${day}`,
    ])
  }
  return book
}

test('an iteration over corrections yields the list as it was at its first page', async (t) => {
  const { state, client } = await switchableServer(t)
  const book = rising(12)
  for (let of = 2; of <= 8; of++)
    book.correct(`2026-02-0${of}T00:00:00Z`, of, `general 12 maturity ${of}.5`)
  state.market = book.market()
  const { rows } = await client.listCorrections()
  book.correct('2026-02-09T00:00:00Z', 9, 'general 12 maturity 9.5')
  const after = book.market()
  state.requests = 0
  state.beforeRequest = () => {
    if (state.requests > 2) state.market = after
  }
  const collected = await collect(client.pagesOfCorrections({ limit: 2 }))
  assert.equal(collected.rows.length, 7)
  assert.deepEqual(collected.rows, rows)
  assert.ok(new Set(collected.positions).size > 1)
})

test('if a figure is corrected during an iteration over changes, later pages follow the correction, and each record appears once', async (t) => {
  const { state, client } = await switchableServer(t)
  const book = rising(12)
  state.market = book.market()
  const before = (await client.listRateChanges()).rows
  // Pages of two: the changes of days 12 and 11, then those of days 10 and 9, whose previous rate becomes 7.5.
  book.correct('2026-02-01T00:00:00Z', 8, 'general 12 maturity 7.5')
  const after = book.market()
  state.requests = 0
  state.beforeRequest = () => {
    if (state.requests > 2) state.market = after
  }
  const { rows } = await collect(client.pagesOfRateChanges({ limit: 2 }))
  const days = rows.map(({ changed_at: at }) => Number(at.slice(8, 10)))
  assert.deepEqual(days, [12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
  assert.deepEqual(rows.slice(0, 4), before.slice(0, 4))
  assert.deepEqual(rows[4], { ...before[4], new_rate_pa: '7.500' })
  assert.deepEqual(rows.slice(5), before.slice(5))
})
