import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { runs } from '../../test/support/generators.ts'
import { movingMarkets } from '../../test/support/moving-markets.ts'
import { at } from '../../test/support/sample-market.ts'
import { client, serve } from '../../test/support/served.ts'
import { createDerived } from './derived.ts'
import { endpoints } from './endpoints.ts'
import { bytesOf } from './message/payload.ts'
import { createTargetReader } from './read-target.ts'

const [market] = movingMarkets(12, 0)
assert.ok(market)
const now = at('2026-02-01T00:00:00Z')
const view = { market, isHealthy: true, now, derived: createDerived() }

/** What a target is read as, by the answer that it gets; `undefined` where it is left to the router. */
function readBy(readTarget: ReturnType<typeof createTargetReader>, target: string) {
  const targeted = readTarget(target)
  if (targeted === undefined) return undefined
  const { endpoint } = targeted
  const asking = targeted.ask(targeted.format ?? 'json')
  const content = 'problem' in asking ? asking : asking.answer(view)
  const payload = 'problem' in content ? content.problem.body : content.body.payload()
  return { endpoint: endpoint.path, body: bytesOf(payload).toString('latin1') }
}

/** What a reader makes of targets and what the router makes of them, where the reader makes anything of them. */
async function compare(
  t: Parameters<typeof serve>[0],
  basePath: string,
  targets: readonly string[],
): Promise<number> {
  const source = { market: () => view.market, isHealthy: () => true, now: () => now }
  const served = await serve(t, source, { basePath, memo: false })
  const { get } = await client(t, served.port)
  const readTarget = createTargetReader(endpoints, basePath)
  let count = 0
  for (const target of targets) {
    const read = readBy(readTarget, target)
    if (read === undefined) continue
    count++
    const { body } = await get(target)
    const routed = { endpoint: served.observed.at(-1)?.told.endpoint, body }
    assert.deepEqual(read, routed, target)
  }
  return count
}

const segment = fc.constantFrom(
  ...'rates history changes current summary health compare reports best-rates alpha beta nobody . .. %61lpha Rates'.split(
    ' ',
  ),
  '',
)
const path = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...endpoints.map((one) => one.path.replace('{institution_id}', 'beta')),
      '/rates/history/nobody',
      '/rates/history/alpha.x_Y-9',
      '/rates/history/..',
    ),
  },
  fc.array(segment, { maxLength: 5 }).map((segments) => `/${segments.join('/')}`),
)
const name = fc.constantFrom(
  ...'tenure_months type variant payout_type limit offset since institution_id direction active_only x __proto__ toString'.split(
    ' ',
  ),
  '',
)
const value = fc.constantFrom(
  ...'12 12.0 0 6 1 2 3 bank nbfi general women maturity monthly up down alpha beta 2026-01-05 true false a=b 1%32 1+2 _'.split(
    ' ',
  ),
  '',
)
const query = fc
  .array(fc.tuple(name, value, fc.constantFrom('=', '=', '=', '', '==')), { maxLength: 4 })
  .chain((pairs) =>
    fc
      .constantFrom('?', '?', '?', '??', '?&', '&')
      .map((mark) => mark + pairs.map(([key, given, sign]) => `${key}${sign}${given}`).join('&')),
  )
const target = fc.tuple(path, fc.oneof(query, fc.constant(''))).map((parts) => parts.join(''))

test('a target that is read is read as the router and its parser do: the endpoint, the institution, the parameters', async (t) => {
  const { numRuns } = runs(600)
  const targets = fc.sample(target, numRuns)
  const read = await compare(t, '', targets)
  assert.ok(read > 0.3 * numRuns, `${read} of ${numRuns} were read`)
})

test('under a path of its own, too', async (t) => {
  const targets = fc.sample(target, 150).flatMap((one) => [`/lk/v1${one}`, one])
  assert.ok((await compare(t, '/lk/v1', targets)) > 20)
  const readTarget = createTargetReader(endpoints, '/lk/v1')
  assert.equal(readTarget('/health'), undefined)
  assert.ok(readTarget('/lk/v1/health'))
})

const readTarget = createTargetReader(endpoints, '')

test('every endpoint is read, with and without parameters', () => {
  for (const endpoint of endpoints) {
    const plain = endpoint.path.replace('{institution_id}', 'beta')
    for (const written of [plain, `${plain}?`, `${plain}?limit=3&tenure_months=12.0`]) {
      assert.equal(readTarget(written)?.endpoint, endpoint, written)
    }
  }
})

test('whatever is not plain is left to the router', () => {
  const plain = ['/health', '/summary?type=bank', '/rates/history/beta?limit=3']
  fc.assert(
    fc.property(
      fc.constantFrom(...plain),
      fc.nat(40),
      fc
        .string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 })
        .filter((one) => !/[\w./=&?-]/.test(one)),
      (text, place, odd) => {
        const target = `${text.slice(0, place)}${odd}${text.slice(place)}`
        assert.equal(readTarget(target), undefined, target)
      },
    ),
    runs(500),
  )
  for (const left of [
    '',
    '*',
    'health',
    'http://a/health',
    '//health',
    '/health/',
    '/Health',
    '/health?a?b',
    '/rates/history',
    '/rates/history/',
    '/rates/history/a/b',
    '/docs',
    '/',
    '/h\u00e9alth',
    `/health?${'y'.repeat(1_001)}`,
    `/rates/history/${'y'.repeat(200)}`,
  ]) {
    assert.equal(readTarget(left), undefined, left)
  }
})
