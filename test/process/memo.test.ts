import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { after, type Instant } from '../../src/domain/instant.ts'
import type { AppOptions } from '../../src/http/app.ts'
import type { Market } from '../../src/market/market.ts'
import { movingMarkets } from '../support/moving-markets.ts'
import { at } from '../support/sample-market.ts'
import { client, serve, type Answer, type Served } from '../support/served.ts'

const [first, second] = movingMarkets(20, 1)

/** What answers come from; a test changes it between two of them. */
type Changing = { market: Market; isHealthy: boolean; now: Instant }

/** Two servers over the same, and a connection to each: with the memo, and without. */
async function start(t: TestContext, now: Instant, options: AppOptions = {}) {
  assert.ok(first)
  const changing: Changing = { market: first, isHealthy: true, now }
  const source = {
    market: () => changing.market,
    isHealthy: () => changing.isHealthy,
    now: () => changing.now,
  }
  const quick = await serve(t, source, options)
  const plain = await serve(t, source, { ...options, memo: false })
  const [one, other] = [await client(t, quick.port), await client(t, plain.port)]
  /** Asks both, expects the same of both, and says what. */
  const ask = async (target: string, ...lines: readonly string[]): Promise<Answer> => {
    const answer = await one.get(target, ...lines)
    assert.deepEqual(undated(answer), undated(await other.get(target, ...lines)), target)
    return answer
  }
  return { changing, quick, ask, one }
}

function undated({ head, ...rest }: Answer) {
  return { ...rest, head: head.replace(/\r\nDate: .*/, '') }
}

/** How the last answer came about. */
const via = ({ observed }: Served): string | undefined => observed.at(-1)?.via
const headerOf = ({ head }: Answer, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)\r$`, 'im').exec(head)?.[1]

const day = at('2026-03-01T12:00:00Z')

test('a publication: from the next answer on, not a byte of the old market comes', async (t) => {
  const { changing, quick, ask } = await start(t, day)
  const targets = [
    '/summary',
    '/compare?tenure_months=12',
    '/rates/changes?limit=40',
    '/rates/current',
  ]
  const wishes = [[], ['Accept-Encoding: gzip'], ['If-None-Match: *']]
  const before = new Map<string, string>()
  for (const target of targets) {
    for (const lines of wishes) {
      for (let times = 0; times < 4; times++) {
        before.set(target + lines.join(), undated(await ask(target, ...lines)).head)
      }
      assert.equal(via(quick), 'memo', `${target} ${lines.join()}`)
    }
  }
  assert.ok(second)
  changing.market = second
  for (const target of targets) {
    for (const lines of wishes) {
      const answer = await ask(target, ...lines)
      assert.notEqual(undated(answer).head, before.get(target + lines.join()))
      assert.equal(headerOf(answer, 'ratebook-position'), String(second.position))
      assert.notEqual(via(quick), 'memo')
    }
  }
  // A client that has the old answer is sent the new one.
  const [old] = [...before.values()]
  const etag = headerOf({ status: 200, head: old ?? '', body: '' }, 'etag')
  assert.equal((await ask('/summary', `If-None-Match: ${etag}`)).status, 200)
})

test('an error of ours is 500 to who asked, told of once, and nothing to who asks next', async (t) => {
  const { changing, quick, ask } = await start(t, day)
  const targets = ['/summary', '/summary?type=bank', '/rates/history/alpha?limit=3']
  const statuses = async () => {
    const seen: number[] = []
    for (const target of targets) seen.push((await ask(target)).status)
    return seen
  }
  const broken = (): never => {
    throw new Error('an error of ours')
  }
  const { market, now } = changing
  const breakings = [
    () => (changing.market = new Proxy(market, { get: broken })),
    () => Object.defineProperty(changing, 'market', { get: broken, configurable: true }),
    () => Object.defineProperty(changing, 'now', { get: broken, configurable: true }),
  ]
  for (const breakIt of breakings) {
    assert.deepEqual(await statuses(), [200, 200, 200])
    const before = quick.observed.length
    breakIt()
    assert.deepEqual(await statuses(), [500, 500, 500])
    assert.equal(quick.observed.length - before, 3)
    Object.defineProperty(changing, 'market', { value: market, writable: true, configurable: true })
    Object.defineProperty(changing, 'now', { value: now, writable: true, configurable: true })
  }
  assert.deepEqual(await statuses(), [200, 200, 200])
})

test('/health is 503 as soon as the book cannot be read, and 200 as soon as it can', async (t) => {
  const { changing, quick, ask } = await start(t, day)
  const statuses: number[] = []
  for (const isHealthy of [true, false, true, false]) {
    changing.isHealthy = isHealthy
    for (let times = 0; times < 4; times++) statuses.push((await ask('/health')).status)
    assert.equal((await ask('/ready')).status, 200)
    assert.equal((await ask('/summary')).status, 200)
  }
  assert.deepEqual(
    statuses.map((status) => status === 200),
    Array.from({ length: 16 }, (_, index) => index < 4 || (index >= 8 && index < 12)),
  )
  assert.ok(quick.remembered() > 0)
})

for (const [target, until] of [
  ['/freshness', '2026-03-02T00:00:00Z'],
  ['/summary/history?tenure_months=12', '2026-03-02T00:00:00Z'],
  ['/freshness?institution_id=beta', '2026-03-04T00:00:00Z'],
] as const) {
  test(`${target}, around ${until}: what time changes is changed to the millisecond`, async (t) => {
    const { changing, quick, ask } = await start(t, day)
    const said = new Set<string>()
    let remembered = 0
    for (const beside of [-60_001, -60_000, -59_999, -1_000, -1, 0, 1, 1_000, 60_000]) {
      changing.now = after(at(until), beside)
      for (let times = 0; times < 4; times++) {
        said.add((await ask(target)).body)
        if (via(quick) === 'memo') remembered++
      }
    }
    assert.equal(said.size, 2)
    assert.ok(remembered >= 4, `${remembered} came out of the memo`)
  })
}

test('a clock behind the book: Last-Modified is the instant of the answer, until the clock has caught up', async (t) => {
  assert.ok(first)
  const { changing, quick, ask } = await start(t, after(first.at, -2_500))
  const modified: (string | undefined)[] = []
  for (const step of [0, 1_000, 1_000, 1_000, 1_000]) {
    changing.now = after(changing.now, step)
    for (let times = 0; times < 4; times++) {
      modified.push(headerOf(await ask('/summary'), 'last-modified'))
    }
  }
  assert.equal(new Set(modified).size, 4)
  assert.equal(modified.at(-1), new Date(first.at).toUTCString())
  assert.equal(via(quick), 'memo')
})

test('Date is the second of the answer, also of one that was made before', async (t) => {
  const { changing, quick, one } = await start(t, day)
  await one.get('/summary')
  for (const step of [0, 0, 0, 999, 1, 1_000, 86_400_000]) {
    changing.now = after(changing.now, step)
    const answer = await one.get('/summary')
    assert.equal(headerOf(answer, 'date'), new Date(changing.now).toUTCString())
  }
  assert.equal(via(quick), 'memo')
})

test('what is remembered is of no use with a limit of requests, behind a proxy, or where nobody wants it', async (t) => {
  const off: AppOptions[] = [{ memo: false }, { rateLimit: 100 }, { trustProxy: ['127.0.0.1'] }]
  for (const [options, isUsed] of [[{}, true], ...off.map((one) => [one, false])] as const) {
    const { quick, one } = await start(t, day, options as AppOptions)
    for (let times = 0; times < 5; times++) await one.get('/summary')
    assert.equal(quick.remembered() > 0, isUsed, JSON.stringify(options))
  }
})
