import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appOf, apiOf, ask } from '../../support/ask.ts'
import { openBook } from '../../support/book.ts'
import { document } from '../../support/document.ts'
import { exampleTarget, withParameter } from '../../support/targets.ts'

const book = openBook()
book.register('2026-01-01T00:00:00Z', 'alpha', { name: 'First Alpha', staleAfterDays: 7 })
book.publish('2026-01-02T00:00:00Z', 'alpha', ['general 12 maturity 9'])
book.publish('2026-02-01T00:00:00Z', 'alpha', ['general 12 maturity 8'])
book.register('2026-03-01T00:00:00Z', 'alpha', { name: 'Second Alpha' })
book.register('2026-03-01T00:00:00Z', 'beta')
const now = '2026-07-01T00:00:00Z'
const app = appOf(book.market(), now)
const { lines } = apiOf(book.market(), now)

/** The paths with `known_at`, and a target of each. */
const targets = Object.entries(document.paths)
  .filter(([, { get }]) => get.parameters.some(({ name }) => name === 'known_at'))
  .map(([path, { get }]) =>
    exampleTarget(path, get).replace('peoples-bank', 'alpha').replace('p69-3', 'p2-1'),
  )
const known = (target: string, instant: string) => withParameter(target, 'known_at', instant)

test('every list but that of events takes known_at, and receipts and /about do', () => {
  const lists = Object.entries(document.paths).filter(([path, { get }]) => {
    const [content] = Object.values(get.responses['200']?.content ?? {})
    return path !== '/events' && 'items' in (content?.schema ?? {})
  })
  assert.equal(targets.length, lists.length + 2)
})

test('an answer about the past has the figures, names and types of that time', async () => {
  const offers = (instant: string) =>
    lines(known('/rates/current', instant), 'institution_name', 'rate_pa')
  assert.deepEqual(await offers('2026-01-02T00:00:00Z'), ['First Alpha 9.000'])
  assert.deepEqual(await offers('2026-01-31T23:59:59.999Z'), ['First Alpha 9.000'])
  assert.deepEqual(await offers('2026-02-01T00:00:00Z'), ['First Alpha 8.000'])
  assert.deepEqual(await offers('2026-03-01T00:00:00Z'), ['Second Alpha 8.000'])
  const changes = known('/rates/changes', '2026-02-15T00:00:00Z')
  assert.deepEqual(await lines(changes, 'institution_name', 'new_rate_pa'), ['First Alpha 8.000'])
})

test('staleness is measured at that instant, and the answer does not expire with time', async () => {
  const target = known('/freshness', '2026-02-03T12:00:00Z')
  assert.deepEqual(await lines(target, 'days_since_verified', 'is_stale'), ['2 false'])
  const { headers } = await ask(app, target)
  assert.equal(headers['cache-control'], 'public, max-age=60')
  assert.equal(headers['last-modified'], 'Sun, 01 Feb 2026 00:00:00 GMT')
  assert.equal(headers['ratebook-position'], '3')
  const later = appOf(book.market(), '2026-07-09T00:00:00Z')
  assert.equal((await ask(later, target)).headers['etag'], headers['etag'])
})

test('before the first entry the book is empty, at position 0', async () => {
  for (const target of targets) {
    const { status, headers, body } = await ask(app, known(target, '2025-12-31T00:00:00Z'))
    if (target.startsWith('/rates/history/')) {
      assert.equal(status, 404)
      assert.match(body, /There is no institution \\"alpha\\"/)
      continue
    }
    if (target.startsWith('/evidence/')) {
      assert.equal(status, 404)
      assert.match(body, /There is no published figure \\"p2-1\\"/)
      continue
    }
    const empty = target.startsWith('/about') ? /^\{"currency":null,/ : /^\[\]$/
    assert.deepEqual([status, headers['ratebook-position']], [200, '0'], target)
    assert.match(body, empty, target)
    assert.equal(headers['last-modified'], undefined)
  }
})

test('the present instant gives the present answer; a later one is 422', async () => {
  for (const target of targets) {
    const present = await ask(app, target)
    const { body, headers } = await ask(app, known(target, now))
    assert.deepEqual([body, headers['ratebook-position']], [present.body, '5'], target)
    const future = await ask(app, known(target, '2026-07-01T00:00:00.001Z'))
    assert.equal(future.status, 422)
    assert.deepEqual(JSON.parse(future.body), {
      type: 'about:blank',
      title: 'Validation Error',
      status: 422,
      detail: 'known_at must not be in the future; it is now 2026-07-01T00:00:00Z.',
      errors: [
        {
          parameter: 'known_at',
          message: 'known_at must not be in the future; it is now 2026-07-01T00:00:00Z.',
        },
      ],
    })
  }
})

test('an instant that is none is 422', async () => {
  for (const wrong of ['', '2026-02-30T00:00:00Z', '2026-02-01', '2026-02-01T00:00:00+05:30']) {
    const { status, body } = await ask(app, known('/summary', wrong))
    assert.equal(status, 422, wrong)
    assert.match(body, /"parameter":"known_at"/)
  }
})

test('pages about the past link to pages about the same past', async () => {
  const target = known('/rates/history/alpha?limit=1', '2026-02-15T00:00:00Z')
  const { headers } = await ask(app, target)
  assert.equal(
    headers['link'],
    '<http://localhost/rates/history/alpha?known_at=2026-02-15T00%3A00%3A00Z&limit=1&offset=1>; rel="next", ' +
      '<http://localhost/evidence?institution_id=alpha&known_at=2026-02-15T00%3A00%3A00Z>; rel="describedby"',
  )
})

test('If-None-Match gives 304, with the position of the past', async () => {
  for (const target of targets) {
    const past = known(target, '2026-02-15T00:00:00Z')
    const { headers } = await ask(app, past)
    const unchanged = await ask(app, past, { 'if-none-match': headers['etag'] ?? '' })
    assert.deepEqual([unchanged.status, unchanged.headers['ratebook-position']], [304, '3'])
  }
})

test('Ratebook-Min-Position is the position of the server, not of the answer', async () => {
  const target = known('/summary', '2026-01-02T00:00:00Z')
  const { status, headers } = await ask(app, target, { 'ratebook-min-position': '5' })
  assert.deepEqual([status, headers['ratebook-position']], [200, '2'])
  assert.equal((await ask(app, target, { 'ratebook-min-position': '6' })).status, 503)
})
