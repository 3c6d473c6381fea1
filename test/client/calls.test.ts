import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, NetworkError, ProblemError, type RowFor } from '../../src/client/client.ts'
import { endpoints } from '../../src/http/endpoints.ts'
import type { Market } from '../../src/market/market.ts'
import { at, marketOf, sampleEntries } from '../support/sample-market.ts'
import { openBook } from '../support/book.ts'
import { serve } from '../support/served.ts'

const samples = marketOf(sampleEntries())
const now = () => at('2026-07-01T00:00:00Z')
const always = (market: Market) => ({ market: () => market, isHealthy: () => true, now })
type Cleaning = Parameters<typeof serve>[0]

async function sampleClient(t: Cleaning) {
  const { port } = await serve(t, always(samples))
  const baseUrl = `http://127.0.0.1:${port}`
  return { baseUrl, client: createClient({ baseUrl }) }
}

test('issue 5 part 2: one method per endpoint, under its name in the table', () => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:1' })
  const names = Object.keys(client).filter((name) => !name.startsWith('pagesOf'))
  assert.deepEqual(names.toSorted(), endpoints.map(({ name }) => name).toSorted())
})

test('issue 5 part 2: each method answers what its endpoint answers', async (t) => {
  const { baseUrl, client } = await sampleClient(t)
  const twelve = { tenure_months: '12' }
  const calls = {
    '/institutions?active_only=false': client.listInstitutions({ active_only: false }),
    '/rates/current?variant=senior_citizen&type=bank': client.listCurrentOffers({
      variant: 'senior_citizen',
      type: 'bank',
    }),
    '/rates/history/peoples-bank?limit=5&offset=2': client.listRateHistory({
      institution_id: 'peoples-bank',
      limit: 5,
      offset: 2,
    }),
    '/rates/changes?since=2026-01-01&direction=up': client.listRateChanges({
      since: '2026-01-01',
      direction: 'up',
    }),
    '/compare?tenure_months=12': client.compareOffers(twelve),
    '/summary?tenure_months=12': client.getSummary(twelve),
    '/summary/history?tenure_months=12&type=nbfi': client.listSummaryHistory({
      ...twelve,
      type: 'nbfi',
    }),
    '/freshness': client.listFreshness(),
    '/reports/best-rates': client.listBestRates({ limit: undefined }),
  }
  for (const [target, call] of Object.entries(calls)) {
    const response = await fetch(baseUrl + target)
    const answer = await call
    assert.deepEqual(answer.rows, await response.json(), target)
    assert.ok(answer.rows.length > 0, target)
    assert.equal(answer.position, samples.position)
    assert.equal(answer.etag, response.headers.get('etag'))
    assert.equal(
      Date.parse(answer.modifiedAt ?? ''),
      Date.parse(response.headers.get('last-modified') ?? ''),
    )
  }
  assert.deepEqual(await client.getHealth(), { status: 'ok' })
  assert.deepEqual(await client.getReadiness(), { status: 'ok' })
})

test('issue 5 part 2: typed from the table of endpoints', async (t) => {
  const { client } = await sampleClient(t)
  const { rows } = await client.compareOffers({ tenure_months: '12' })
  const rate: string | undefined = rows[0]?.rate_pa
  const type: 'bank' | 'nbfi' | undefined = rows[0]?.institution_type
  assert.deepEqual([typeof rate, typeof type], ['string', 'string'])
  const { rows: institutions } = await client.listInstitutions()
  const rating: string | null | undefined = institutions[0]?.credit_rating
  assert.notEqual(rating, undefined)
  const count = (row: RowFor<'getSummary'>): number => row.institution_count
  assert.equal(typeof (await client.getSummary()).rows.map(count)[0], 'number')
  const wrong = [
    // @ts-expect-error: tenure_months is required.
    () => client.compareOffers(),
    // @ts-expect-error: a tenure is a text, so that it is exact.
    () => client.compareOffers({ tenure_months: 12 }),
    // @ts-expect-error: the identifier in the path is required.
    () => client.listRateHistory({ limit: 3 }),
    // @ts-expect-error: not a type of institution.
    () => client.listInstitutions({ type: 'shop' }),
    // @ts-expect-error: no such parameter.
    () => client.listFreshness({ since: '2026-01-01' }),
    // @ts-expect-error: an iteration begins at the newest.
    () => client.pagesOfRateChanges({ offset: 5 }),
    // @ts-expect-error: what is kept cannot be changed.
    () => (rows[0].rate_pa = '99'),
  ]
  assert.equal(wrong.length, 7)
})

test('issue 5 part 2: typed problems: a 422 names every wrong parameter', async (t) => {
  const { baseUrl, client } = await sampleClient(t)
  await assert.rejects(
    client.listRateChanges({ limit: 0, since: '2026-02-30' }),
    (error: unknown) => {
      assert.ok(error instanceof ProblemError && error instanceof Error)
      assert.equal(error.name, 'ProblemError')
      assert.deepEqual([error.status, error.title], [422, 'Validation Error'])
      assert.deepEqual(
        error.errors.map(({ parameter }) => parameter),
        ['since', 'limit'],
      )
      assert.equal(error.message, error.errors.map(({ message }) => message).join(' '))
      assert.equal(error.type, 'about:blank')
      assert.equal(error.retryAfter, undefined)
      assert.equal(error.address, `${baseUrl}/rates/changes?limit=0&since=2026-02-30`)
      return true
    },
  )
  for (const id of ['nobody', 'a/b', '..', 'é?limit=1#', '%', '']) {
    await assert.rejects(
      client.listRateHistory({ institution_id: id }),
      (error: unknown) => error instanceof ProblemError && error.status === 404,
      id,
    )
  }
})

test('issue 5 part 2: 503 is a problem with its Retry-After, and no other call is troubled', async (t) => {
  const { port } = await serve(t, { ...always(samples), isHealthy: () => false })
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}/` })
  await assert.rejects(client.getHealth(), { name: 'ProblemError', status: 503, retryAfter: 5 })
  assert.ok((await client.listInstitutions()).rows.length > 0)
})

test('issue 5 part 2: conditional requests: what has not changed is the same object', async (t) => {
  const book = openBook()
  book.register('2026-06-01T00:00:00Z', 'alpha')
  book.publish('2026-06-02T00:00:00Z', 'alpha', ['general 12 maturity 9'])
  const { port, observed } = await serve(t, { ...always(samples), market: book.market })
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}` })
  const first = await client.listCurrentOffers()
  assert.equal(await client.listCurrentOffers(), first)
  book.check('2026-06-03T00:00:00Z', 'alpha')
  const later = await client.listCurrentOffers()
  assert.equal(later.rows, first.rows)
  assert.deepEqual([first.position, later.position], [2, 3])
  assert.equal(await client.listCurrentOffers(), later)
  book.publish('2026-06-04T00:00:00Z', 'alpha', ['general 12 maturity 9.5'])
  const changed = await client.listCurrentOffers()
  assert.equal(changed.rows[0]?.rate_pa, '9.500')
  assert.equal(first.rows[0]?.rate_pa, '9.000')
  assert.deepEqual(
    observed.map(({ told }) => told.status),
    [200, 304, 304, 304, 200],
  )
  assert.throws(() => Object.assign(changed.rows[0] ?? {}, { rate_pa: '1' }), TypeError)
})

test('issue 5 part 2: the memory is bounded, and may be none', async (t) => {
  const { port, observed } = await serve(t, always(samples))
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, memory: 0 })
  const [first, second] = [await client.listFreshness(), await client.listFreshness()]
  assert.deepEqual(second, first)
  assert.notEqual(second, first)
  assert.deepEqual(
    observed.map(({ told }) => told.status),
    [200, 200],
  )
})

test('http.md: minPosition reads what was written, or says that the node is behind', async (t) => {
  const { client } = await sampleClient(t)
  const { position } = samples
  const answer = await client.getSummary({}, { minPosition: position })
  assert.equal(answer.position, position)
  await assert.rejects(client.getSummary({}, { minPosition: position + 1 }), {
    name: 'ProblemError',
    status: 503,
    retryAfter: 5,
  })
})

test('a base path, headers of one’s own and a fetch of one’s own are used', async (t) => {
  const { port } = await serve(t, always(samples), { basePath: '/rates/lk' })
  const asked: [string | URL, string | null][] = []
  const client = createClient({
    baseUrl: `http://127.0.0.1:${port}/rates/lk/`,
    headers: { 'x-from': 'a test' },
    fetch(input, init) {
      asked.push([
        input instanceof Request ? input.url : input,
        new Headers(init?.headers).get('x-from'),
      ])
      return fetch(input, init)
    },
  })
  assert.ok((await client.listInstitutions()).rows.length > 0)
  assert.deepEqual(asked, [[`http://127.0.0.1:${port}/rates/lk/institutions`, 'a test']])
  await assert.rejects(
    createClient({ baseUrl: `http://127.0.0.1:${port}/elsewhere` }).getSummary(),
    (error: unknown) => error instanceof ProblemError && !(error instanceof NetworkError),
  )
})
