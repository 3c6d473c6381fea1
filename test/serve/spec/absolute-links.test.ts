import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AppOptions } from '../../../src/serve/server/app.ts'
import { appOf } from '../../support/ask.ts'
import { openBook } from '../../support/book.ts'

const book = openBook()
book.register('2026-01-01T00:00:00Z', 'alpha')
for (const [index, rate] of ['9', '10', '11'].entries())
  book.publish(`2026-02-0${index + 1}T00:00:00Z`, 'alpha', [`general 12 maturity ${rate}`])
const appWith = (options: AppOptions = {}) => appOf(book.market(), undefined, options)
type App = ReturnType<typeof appWith>

const proxy = '192.0.2.1'
const forwarded = { 'x-forwarded-host': 'rates.example', 'x-forwarded-proto': 'https' }

const received = (app: App, url: string, headers: Record<string, string>, remoteAddress = proxy) =>
  app.inject({ url, headers, remoteAddress })
const linkOf = async (...args: Parameters<typeof received>) =>
  String((await received(...args)).headers['link'])
/** The addresses of a feed: of itself, the page, the list, the next page, and the first entry. */
const feedLinks = async (app: App, headers: Record<string, string>, basePath = '') => {
  const { body } = await received(app, `${basePath}/rates/changes.atom?limit=1`, headers)
  return Array.from(body.matchAll(/ href="([^"]*)"/g), ([, link]) => link)
}
const feedAt = (root: string) => [
  `${root}/rates/changes.atom?limit=1`,
  `${root}/changes`,
  `${root}/rates/changes`,
  `${root}/rates/changes.atom?limit=1&amp;offset=1`,
  `${root}/institution/alpha`,
]

test('links have the host of the request, and the base path', async () => {
  assert.deepEqual(
    await feedLinks(appWith(), { host: 'a.example:8080' }),
    feedAt('http://a.example:8080'),
  )
  const below = appWith({ basePath: '/rates/lk' })
  assert.deepEqual(await feedLinks(below, { host: 'a' }, '/rates/lk'), feedAt('http://a/rates/lk'))
  assert.equal(
    await linkOf(below, '/rates/lk/rates/history/alpha?limit=1', { host: 'a' }),
    '<http://a/rates/lk/rates/history/alpha?limit=1&offset=1>; rel="next", <http://a/rates/lk/evidence?institution_id=alpha>; rel="describedby"',
  )
})

test('X-Forwarded-Host and X-Forwarded-Proto count only from a trusted proxy', async () => {
  const headers = { host: 'node1', ...forwarded }
  const trusting = appWith({ trustProxy: [proxy] })
  assert.deepEqual(await feedLinks(trusting, headers), feedAt('https://rates.example'))
  const other = await linkOf(trusting, '/events?limit=1', headers, '192.0.2.2')
  assert.equal(other, '<http://node1/events?after=1&limit=1>; rel="next"')
  assert.deepEqual(await feedLinks(appWith(), headers), feedAt('http://node1'))
})

test('a public address goes before all of these', async () => {
  const app = appWith({
    publicUrl: 'https://rates.example/lk',
    basePath: '/lk',
    trustProxy: [proxy],
  })
  const headers = { host: 'node1', 'x-forwarded-host': 'attacker.example' }
  assert.deepEqual(await feedLinks(app, headers, '/lk'), feedAt('https://rates.example/lk'))
  assert.equal(
    await linkOf(app, '/lk/rates/current?institution_id=alpha', headers),
    '<https://rates.example/lk/evidence?institution_id=alpha>; rel="describedby"',
  )
})

test('no response has the host of another request, whether it is cached or revalidated', async () => {
  const app = appWith()
  const target = '/rates/current?institution_id=alpha'
  for (const host of ['attacker.example', 'rates.example', 'attacker.example'])
    assert.equal(
      await linkOf(app, target, { host }),
      `<http://${host}/evidence?institution_id=alpha>; rel="describedby"`,
    )
  const feed = '/rates/changes.atom'
  const attacked = await received(app, feed, { host: 'attacker.example' })
  const own = await received(app, feed, {
    host: 'rates.example',
    'if-none-match': String(attacked.headers['etag']),
  })
  assert.equal(own.statusCode, 200)
  assert.ok(own.body.includes('http://rates.example/') && !own.body.includes('attacker'))
})

test('a host or scheme that makes no address leaves the path', async () => {
  const app = appWith({ trustProxy: [proxy] })
  for (const headers of [{ 'x-forwarded-host': '[' }, { 'x-forwarded-proto': 'javascript' }])
    assert.deepEqual(await feedLinks(app, { host: 'a', ...headers }), feedAt(''))
  const named = { host: 'a', 'x-forwarded-host': 'me@b.example/path?"><x' }
  assert.deepEqual(await feedLinks(app, named), feedAt('http://b.example'))
})
