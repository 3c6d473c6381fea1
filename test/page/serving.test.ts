import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { endpoints } from '../../src/serve/http/endpoints.ts'
import { commonHeaders } from '../../src/serve/http/http-response.ts'
import { readWebPage } from '../../src/serve/http/web-page.ts'
import { ofTheServer } from '../../vite.config.ts'
import { temporaryDirectory } from '../book/store/sqlite-books.ts'
import { until } from '../support/cli.ts'
import { copyOf, makeSampleBook, sharedBook } from '../support/sample-book.ts'
import { at, marketOf, sampleEntries } from '../support/sample-market.ts'
import { createTestApp } from '../support/source.ts'

const page = readWebPage(fileURLToPath(new URL('../../web/dist/', import.meta.url)))
if (page === undefined) throw new Error('The page is not built: npm run build')
const market = marketOf(sampleEntries())
const source = {
  market: () => market,
  isHealthy: () => true,
  now: () => at('2026-07-01T00:00:00Z'),
}
const app = createTestApp(source, { page })
const script = readdirSync(page.assets).find((name) => name.endsWith('.js')) ?? ''
const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers })

const withoutTitle = (html: string) => html.replace(/<title>[^]*?"twitter:card"/, '')

const pageAt = async (url: string) => {
  const { statusCode, body } = await get(url)
  return [statusCode, withoutTitle(body)]
}

test('no address in the HTML of any route has a space', async () => {
  for (const url of ['/', '/deposit', '/receipt/1', '/nowhere', '/docs', '/%zz']) {
    const { body } = await get(url, { accept: 'text/html' })
    const addresses = [...body.matchAll(/\s(?:href|src)="([^"]*)"/g)]
    assert.ok(addresses.length > 0, url)
    for (const [text] of addresses) assert.doesNotMatch(text.trim(), /\s/, url)
  }
})

test('the page is at / and at the address of every view, is revalidated each time, and has its own security policy', async () => {
  const { body, headers, statusCode } = await get('/')
  assert.equal(statusCode, 200)
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  assert.equal(headers['cache-control'], 'no-cache')
  assert.match(
    String(headers['content-security-policy']),
    /^default-src 'none'; script-src 'self';/,
  )
  assert.doesNotMatch(String(headers['content-security-policy']), /unsafe|\*|http/)
  assert.match(body, /<base href="\/"[^]*<meta name="sample" content="20\d\d-[^"]*Z"/)
  for (const path of [
    '/deposit',
    '/matrix',
    '/comparison?institution=a',
    '/institution',
    '/institution/nobody',
    '/changes?x=1',
    '/correction',
    '/source',
    '/receipt',
    '/receipt/1',
  ])
    assert.equal(withoutTitle((await get(path)).body), withoutTitle(body), path)
  assert.equal((await get('/', { 'if-none-match': String(headers.etag) })).statusCode, 304)
  assert.equal((await app.inject({ method: 'HEAD', url: '/' })).body, '')
  assert.equal((await app.inject({ method: 'POST', url: '/' })).statusCode, 405)
})

test('the page does not change the responses of the API or their headers', async () => {
  const without = createTestApp(source)
  for (const url of [
    '/compare?tenure_months=12',
    '/rates/current',
    '/freshness',
    '/docs',
    '/nowhere',
  ]) {
    const [a, b] = [await get(url), await without.inject({ method: 'GET', url })]
    assert.deepEqual([a.statusCode, a.body], [b.statusCode, b.body])
    assert.deepEqual({ ...a.headers, date: '' }, { ...b.headers, date: '' })
  }
  const { headers } = await get('/rates/current')
  assert.equal(headers['content-security-policy'], commonHeaders['content-security-policy'])
})

test('browsers get the page instead of a problem document, with the same status', async () => {
  const html = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
  const { body } = await get('/')
  for (const [url, status] of [
    ['/nowhere', 404],
    ['/Changes', 404],
    ['/deposit/x', 404],
    ['/institution/a/b', 404],
    ['/institution/%E0%A4%A', 400],
  ] as const) {
    const shown = await get(url, html)
    assert.equal(shown.statusCode, status, url)
    assert.equal(withoutTitle(shown.body), withoutTitle(body), url)
    assert.match(shown.body, /<title>There is nothing at this address · Ratebook</)
    assert.equal(shown.headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(shown.headers['cache-control'], 'no-store')
    assert.equal(shown.headers.vary, 'Accept')
    assert.match(String(shown.headers['content-security-policy']), /script-src 'self'/)
    for (const accept of ['*/*', 'application/json', 'application/json, text/html', '']) {
      const problem = await get(url, { accept })
      assert.equal(problem.statusCode, status)
      assert.equal(problem.headers['content-type'], 'application/problem+json', accept)
    }
  }
  const postResponse = await app.inject({ method: 'POST', url: '/nowhere', headers: html })
  assert.deepEqual(
    [postResponse.statusCode, postResponse.headers['content-type']],
    [404, 'application/problem+json'],
  )
  assert.equal((await app.inject({ method: 'HEAD', url: '/nowhere', headers: html })).body, '')
  const api = await get('/rates/history/nobody', html)
  assert.equal(api.headers['content-type'], 'application/problem+json')
  for (const url of [
    '/deposit/',
    '/institution/',
    '/institution/peoples-bank/',
    '/source/',
    '/receipt/p69-3',
    '/receipt/p69-3/',
    '/receipt?x=1',
  ])
    assert.deepEqual(await pageAt(url), [200, withoutTitle(body)], url)
})

test('the address of a receipt with an id as earlier versions wrote it redirects to the present one', async () => {
  for (const url of ['/receipt/57.10', '/receipt/57.10/']) {
    const { statusCode, headers } = await get(`${url}?lang=ta`)
    const { pathname, search } = new URL(String(headers['location']), `http://a${url}`)
    assert.deepEqual([statusCode, pathname + search], [301, '/receipt/p57-10?lang=ta'])
  }
})

test('assets are immutable, compressed, and have an ETag for each encoding', async () => {
  const url = `/assets/${script}`
  const plain = await get(url)
  assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(plain.headers['content-type'], 'application/javascript; charset=utf-8')
  for (const [encoding, decode] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const compressed = await get(url, { 'accept-encoding': encoding })
    assert.equal(compressed.headers['content-encoding'], encoding)
    assert.equal(decode(compressed.rawPayload).toString(), plain.body)
    assert.notEqual(compressed.headers.etag, plain.headers.etag)
    const conditional = {
      'accept-encoding': encoding,
      'if-none-match': String(compressed.headers.etag),
    }
    assert.equal((await get(url, conditional)).statusCode, 304)
  }
  const other = await get('/assets/index-of-another-build.js')
  assert.equal(other.statusCode, 404)
  assert.equal(other.headers['cache-control'], 'no-store')
  assert.match(other.body, /reload the page/)
  assert.equal((await get('/assets/..%2findex.html')).statusCode, 404)
  for (const url of ['/assets/', '/assets/%00', '/assets/.hidden'])
    assert.equal((await get(url)).statusCode, 404, url)
  const posted = await app.inject({ method: 'POST', url })
  assert.deepEqual([posted.statusCode, posted.headers.allow], [405, 'GET, HEAD, OPTIONS'])
  assert.equal((await app.inject({ method: 'OPTIONS', url })).statusCode, 204)
})

test('the page has the base path in its <base>', async () => {
  const below = createTestApp(source, { page, basePath: '/rates/lk' })
  for (const url of ['/rates/lk', '/rates/lk/', '/rates/lk/changes']) {
    const { body, statusCode } = await below.inject({ method: 'GET', url })
    assert.equal(statusCode, 200)
    assert.match(body, /<base href="\/rates\/lk\/"/)
  }
  const asset = { method: 'GET', url: `/rates/lk/assets/${script}` } as const
  assert.equal((await below.inject(asset)).statusCode, 200)
  assert.equal((await below.inject({ method: 'GET', url: '/changes' })).statusCode, 404)
})

const book = sharedBook(makeSampleBook)

test('without a built page, / redirects to the reference, and the log says how to build the page', async (t) => {
  const checkout = temporaryDirectory(t)
  mkdirSync(checkout, { recursive: true })
  for (const name of ['src', 'bin', 'package.json'])
    cpSync(name, join(checkout, name), { recursive: true })
  symlinkSync(join(process.cwd(), 'node_modules'), join(checkout, 'node_modules'))
  const child = spawn(
    process.execPath,
    [join(checkout, 'bin/ratebook.js'), 'serve', '--port', '0'],
    { cwd: dirname(copyOf(t, book())) },
  )
  t.after(() => child.kill('SIGKILL'))
  let [out, log] = ['', '']
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  child.stderr.on('data', (chunk) => (log += String(chunk)))
  const address = () => /^Ratebook answers at (\S+)/.exec(out)?.[1]
  assert.ok(await until(() => address() !== undefined), log)
  const home = await fetch(`${address()}/`, { redirect: 'manual' })
  assert.deepEqual([home.status, home.headers.get('location')], [302, '/docs'])
  const hint = /The page is not built, so \/ leads to \/docs; `npm run build` builds it\./
  assert.ok(await until(() => hint.test(log)), log)
})

test('`npm run dev` asks the server for every endpoint and document, and Vite for the page', () => {
  const others = [
    '/docs',
    '/openapi.json',
    '/llms.txt',
    '/mcp',
    '/captures/a',
    '/rates/changes.atom',
  ]
  for (const path of [...endpoints.map(({ path }) => path), ...others, '/languages/si.json'])
    assert.match(path, ofTheServer)
  for (const path of ['/', '/deposit', '/changes', '/institution/a', '/receipt/p1-0', '/source'])
    assert.doesNotMatch(path, ofTheServer)
  for (const path of ['/main.tsx', '/rates/format.ts', '/style/page.css', '/@vite/client'])
    assert.doesNotMatch(path, ofTheServer)
})
