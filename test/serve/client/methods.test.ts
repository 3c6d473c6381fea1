import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createClient,
  NetworkError,
  ProblemError,
  type RowFor,
} from '../../../src/serve/client/client.ts'
import { endpoints } from '../../../src/serve/http/endpoints.ts'
import type { Market } from '../../../src/book/market/market.ts'
import { at, marketOf, correctedSampleEntries } from '../../support/sample-market.ts'
import { openBook } from '../../support/book.ts'
import { serve } from '../../support/served.ts'

const sampleMarket = marketOf(correctedSampleEntries())
const now = () => at('2026-11-21T00:00:00Z')
const sourceOf = (market: Market) => ({ market: () => market, isHealthy: () => true, now })
type TestCleanup = Parameters<typeof serve>[0]

async function sampleClient(t: TestCleanup) {
  const { app, port } = await serve(t, sourceOf(sampleMarket))
  await app.warmUp()
  const baseUrl = `http://127.0.0.1:${port}`
  return { baseUrl, client: createClient({ baseUrl }) }
}

/** A `fetch` that records the status of every response. */
function recordStatuses() {
  const statuses: number[] = []
  const recordingFetch: typeof fetch = async (...args) => {
    const response = await fetch(...args)
    statuses.push(response.status)
    return response
  }
  return { statuses, fetch: recordingFetch }
}

test('issue 5 part 2: the client has one method for each endpoint of the table that answers with JSON', () => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:1' })
  const names = Object.keys(client).filter((name) => !/^(?:pagesOf|follow)/.test(name))
  const withJson = endpoints.filter(
    ({ response }) => !('type' in response) || response.type !== 'string',
  )
  assert.deepEqual(names.toSorted(), withJson.map(({ name }) => name).toSorted())
})

test('JavaScript that leaves out what is required gets a sentence that names it', async () => {
  const untyped = createClient as (options?: object | null) => ReturnType<typeof createClient>
  const needsBaseUrl = {
    name: 'TypeError',
    message:
      'createClient needs baseUrl, the address of the server, such as "https://rates.example/ke".',
  }
  for (const options of [{}, null, undefined]) assert.throws(() => untyped(options), needsBaseUrl)
  const client = untyped({ baseUrl: 'http://127.0.0.1:1' })
  const missing = (name: string, path: string) => ({
    name: 'TypeError',
    message: `The parameter ${name} is missing; the path ${path} needs it.`,
  })
  const history = missing('institution_id', '/rates/history/{institution_id}')
  const noParameters = {} as { institution_id: string; id: string }
  await assert.rejects(client.listRateHistory(noParameters), history)
  await assert.rejects(client.pagesOfRateHistory(noParameters).next(), history)
  await assert.rejects(client.getEvidence(noParameters), missing('id', '/evidence/{id}'))
  const number = (name: string) => ({
    name: 'TypeError',
    message: `The parameter ${name} is a number; give the id as text, such as "p57-10".`,
  })
  const place = { after: 57.1, id: 57.1 } as unknown as { after: string; id: string }
  await assert.rejects(client.listEvents({ after: place.after }), number('after'))
  assert.throws(() => client.followEvents({ after: place.after }), number('after'))
  await assert.rejects(client.getEvidence({ id: place.id }), number('id'))
})

test('issue 5 part 2: each method returns the response of its endpoint', async (t) => {
  const { baseUrl, client } = await sampleClient(t)
  const twelveMonths = { tenure_months: '12' }
  const callsByTarget = {
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
    '/compare?tenure_months=12': client.compareOffers(twelveMonths),
    '/summary?tenure_months=12': client.getSummary(twelveMonths),
    '/summary/history?tenure_months=12&type=nbfi': client.listSummaryHistory({
      ...twelveMonths,
      type: 'nbfi',
    }),
    '/freshness': client.listFreshness(),
    '/reports/best-rates': client.listBestRates({ limit: undefined }),
    '/corrections?type=bank': client.listCorrections({ type: 'bank' }),
    '/sources?institution_id=peoples-bank': client.listSources({ institution_id: 'peoples-bank' }),
  }
  for (const [target, call] of Object.entries(callsByTarget)) {
    const response = await fetch(baseUrl + target)
    const list = await call
    assert.deepEqual(list.rows, await response.json(), target)
    assert.ok(list.rows.length > 0, target)
    assert.equal(list.position, sampleMarket.position)
    assert.equal(list.etag, response.headers.get('etag'))
    assert.equal(
      Date.parse(list.modifiedAt ?? ''),
      Date.parse(response.headers.get('last-modified') ?? ''),
    )
  }
  assert.deepEqual(await client.getHealth(), { status: 'ok' })
  assert.deepEqual(await client.getReadiness(), { status: 'ok' })
  const about = await client.getAbout()
  assert.deepEqual(
    [about.currency, about.operator.contact],
    ['LKR', 'https://rates.example/report'],
  )
})

test('issue 5 part 2: the types follow the table of endpoints', async (t) => {
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
  const refusedByCompiler = [
    // @ts-expect-error: tenure_months is required.
    () => client.compareOffers(),
    // @ts-expect-error: a tenure is a string, so that it is exact.
    () => client.compareOffers({ tenure_months: 12 }),
    // @ts-expect-error: the parameter of the path is required.
    () => client.listRateHistory({ limit: 3 }),
    // @ts-expect-error: there is no such type of institution.
    () => client.listInstitutions({ type: 'shop' }),
    // @ts-expect-error: there is no such parameter.
    () => client.listFreshness({ since: '2026-01-01' }),
    // @ts-expect-error: an iteration has no offset.
    () => client.pagesOfRateChanges({ offset: 5 }),
    // @ts-expect-error: rows are read-only.
    () => (rows[0].rate_pa = '99'),
  ]
  assert.equal(refusedByCompiler.length, 7)
})

test('issue 5 part 2: a 422 is a ProblemError that names every wrong parameter', async (t) => {
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

test('issue 5 part 2: a 503 of /health is a ProblemError with Retry-After, and other methods still work', async (t) => {
  const { port } = await serve(t, { ...sourceOf(sampleMarket), isHealthy: () => false })
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}/` })
  await assert.rejects(client.getHealth(), { name: 'ProblemError', status: 503, retryAfter: 5 })
  assert.ok((await client.listInstitutions()).rows.length > 0)
})

test('issue 5 part 2: conditional requests return the same objects while nothing changes', async (t) => {
  const book = openBook()
  book.register('2026-06-01T00:00:00Z', 'alpha')
  book.publish('2026-06-02T00:00:00Z', 'alpha', ['general 12 maturity 9'])
  const { port } = await serve(t, { ...sourceOf(sampleMarket), market: book.market })
  const { statuses, fetch: recordingFetch } = recordStatuses()
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, fetch: recordingFetch })
  const first = await client.listCurrentOffers()
  assert.equal(await client.listCurrentOffers(), first)
  book.check('2026-06-03T00:00:00Z', 'alpha')
  // Every entry of the book changes the ETags.
  const later = await client.listCurrentOffers()
  assert.deepEqual(later.rows, first.rows)
  assert.deepEqual([first.position, later.position], [2, 3])
  assert.equal(await client.listCurrentOffers(), later)
  book.publish('2026-06-04T00:00:00Z', 'alpha', ['general 12 maturity 9.5'])
  const changed = await client.listCurrentOffers()
  assert.equal(changed.rows[0]?.rate_pa, '9.500')
  assert.equal(first.rows[0]?.rate_pa, '9.000')
  assert.deepEqual(statuses, [200, 304, 200, 304, 200])
  assert.throws(() => Object.assign(changed.rows[0] ?? {}, { rate_pa: '1' }), TypeError)
})

test('issue 5 part 2: memory: 0 turns conditional requests off', async (t) => {
  const { port } = await serve(t, sourceOf(sampleMarket))
  const { statuses, fetch: recordingFetch } = recordStatuses()
  const baseUrl = `http://127.0.0.1:${port}`
  const client = createClient({ baseUrl, memory: 0, fetch: recordingFetch })
  const [first, second] = [await client.listFreshness(), await client.listFreshness()]
  assert.deepEqual(second, first)
  assert.notEqual(second, first)
  assert.deepEqual(statuses, [200, 200])
})

test('http.md: minPosition waits for the position, and fails with 503 if the server stays behind', async (t) => {
  const { client } = await sampleClient(t)
  const { position } = sampleMarket
  const summary = await client.getSummary({}, { minPosition: position })
  assert.equal(summary.position, position)
  await assert.rejects(client.getSummary({}, { minPosition: position + 1 }), {
    name: 'ProblemError',
    status: 503,
    retryAfter: 5,
  })
})

test('the client uses the base path, the headers and the fetch of its options', async (t) => {
  const { port } = await serve(t, sourceOf(sampleMarket), { basePath: '/rates/lk' })
  const requests: [string | URL, string | null][] = []
  const client = createClient({
    baseUrl: `http://127.0.0.1:${port}/rates/lk/`,
    headers: { 'x-from': 'a test' },
    fetch(input, init) {
      requests.push([
        input instanceof Request ? input.url : input,
        new Headers(init?.headers).get('x-from'),
      ])
      return fetch(input, init)
    },
  })
  assert.ok((await client.listInstitutions()).rows.length > 0)
  assert.deepEqual(requests, [[`http://127.0.0.1:${port}/rates/lk/institutions`, 'a test']])
  await assert.rejects(
    createClient({ baseUrl: `http://127.0.0.1:${port}/elsewhere` }).getSummary(),
    (error: unknown) => error instanceof ProblemError && !(error instanceof NetworkError),
  )
})
