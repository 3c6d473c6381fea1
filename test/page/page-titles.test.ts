import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { embeddedViews, readWebPage, viewPaths } from '../../src/serve/http/web-page.ts'
import { openBook } from '../support/book.ts'
import { at } from '../support/sample-market.ts'
import { createTestApp } from '../support/source.ts'

const page = readWebPage(fileURLToPath(new URL('../../web/dist/', import.meta.url)))
if (page === undefined) throw new Error('The page is not built: npm run build')
const book = openBook()
book.register('2026-01-01T00:00:00Z', 'sampath', { name: 'Sampath Bank PLC' })
book.register('2026-01-01T00:00:00Z', 'evil', { name: `<script>"'&$&$1` })
book.publish('2026-01-02T00:00:00Z', 'sampath', ['general 12 maturity 9'])
const source = { market: book.market, isHealthy: () => true, now: () => at('2026-07-01T00:00:00Z') }
const app = createTestApp(source, { page })
const get = (url: string, headers = {}) => app.inject({ method: 'GET', url, headers })

const titleIn = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1]
const addressOf = (path: string) => path.replace('{institution_id}', 'evil').replace('{id}', 'p3-1')

test('every view has a title and a description of its own, also as Open Graph tags', async () => {
  const titles = new Set<string>()
  for (const path of viewPaths) {
    const { body } = await get(addressOf(path))
    const title = titleIn(body) ?? ''
    titles.add(title)
    assert.match(title, / · Ratebook$/, path)
    assert.match(body, /<meta property="og:site_name" content="Ratebook" \/>/)
    assert.match(body, /<meta property="og:type" content="website" \/>/)
    assert.match(body, /<meta name="twitter:card" content="summary" \/>/)
    assert.ok(body.includes(`<meta property="og:title" content="${title.slice(0, -11)}" />`), path)
    const [, description] = /<meta name="description" content="([^"]+)"/.exec(body) ?? []
    assert.ok(body.includes(`<meta property="og:description" content="${description}" />`), path)
    assert.equal(body.match(/<title>|name="description"/g)?.length, 2, path)
  }
  assert.equal(titles.size, viewPaths.length)
})

test('the view of an institution is titled with its name, and an unknown one neutrally', async () => {
  const known = await get('/institution/sampath')
  assert.equal(titleIn(known.body), 'Sampath Bank PLC: fixed-deposit rates · Ratebook')
  const embedded = await get('/embed/institution/sampath/')
  assert.equal(titleIn(embedded.body), titleIn(known.body))
  const unknown = await get('/institution/nobody')
  assert.equal(titleIn(unknown.body), 'Fixed-deposit rates of an institution · Ratebook')
  assert.equal((await get('/institution/%3Cscript%3E')).body, unknown.body)
})

test('404 with the page for an institution or a receipt that the book does not have', async () => {
  const known = ['/institution/sampath', '/embed/institution/sampath', '/receipt/p3-1', '/receipt']
  const unknown = [
    '/institution/nobody',
    '/institution/nobody/',
    '/institution/nobody?at=2026-02-01T00:00:00Z',
    '/embed/institution/nobody',
    '/receipt/p3-2',
    '/receipt/p2-1',
    '/receipt/unknown',
  ]
  for (const path of [...known, ...unknown, ...known]) {
    const { statusCode, headers, body } = await get(path)
    assert.equal(statusCode, known.includes(path) ? 200 : 404, path)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8', path)
    assert.match(titleIn(body) ?? '', / · Ratebook$/, path)
    if (statusCode === 404) assert.equal(headers['cache-control'], 'no-store', path)
  }
  const framed = await get('/embed/institution/nobody')
  assert.match(String(framed.headers['content-security-policy']), /frame-ancestors \*$/)
})

test('the name of an institution is escaped', async () => {
  const { body } = await get('/institution/evil')
  const name = '&lt;script&gt;&quot;&#39;&amp;$&amp;$1'
  assert.equal(titleIn(body), `${name}: fixed-deposit rates · Ratebook`)
  assert.ok(body.includes(`property="og:title" content="${name}: fixed-deposit rates"`))
  assert.doesNotMatch(body, /<script>/)
})

test('the ETag of a view changes with its title', async () => {
  const tagOf = async (url: string) => String((await get(url)).headers['etag'])
  const tags = await Promise.all(
    ['/', '/deposit', '/institution/sampath', '/institution/evil'].map(tagOf),
  )
  assert.equal(new Set(tags).size, tags.length)
  const again = await get('/institution/sampath', { 'if-none-match': tags[2] })
  assert.equal(again.statusCode, 304)
  const renamed = openBook()
  renamed.register('2026-01-01T00:00:00Z', 'sampath', { name: 'Sampath Bank Limited' })
  const other = createTestApp({ ...source, market: renamed.market }, { page })
  const { headers } = await other.inject({ method: 'GET', url: '/institution/sampath' })
  assert.notEqual(headers.etag, tags[2])
})

test('any site may frame the embedded views, and no site another view', async () => {
  const noSite = /frame-ancestors 'none'$/
  const embeds = embeddedViews.map((path) => (path === '/' ? '/embed' : `/embed${path}`))
  assert.equal(embeds.length, 9)
  for (const path of embeds.map(addressOf)) {
    for (const url of [path, `${path}/`, `${path}?tenure=12`]) {
      const { statusCode, headers } = await get(url)
      const policy = String(headers['content-security-policy'])
      assert.equal(statusCode, 200, url)
      assert.match(policy, /frame-ancestors \*$/, url)
      assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/)
      assert.equal(headers['x-frame-options'], undefined)
      const again = await get(url, { 'if-none-match': String(headers.etag) })
      assert.equal(again.statusCode, 304)
      assert.match(String(again.headers['content-security-policy']), /frame-ancestors \*$/)
    }
  }
  for (const path of viewPaths.map(addressOf))
    assert.match(String((await get(path)).headers['content-security-policy']), noSite, path)
  for (const path of ['/embed/receipt', '/embed/docs', '/embed/x', '/embedded', '/embed/embed']) {
    const { statusCode, headers } = await get(path, { accept: 'text/html' })
    assert.equal(statusCode, 404, path)
    assert.match(String(headers['content-security-policy']), noSite, path)
  }
  for (const path of ['/docs', '/rates/current', '/health'])
    assert.match(String((await get(path)).headers['content-security-policy']), /'none'$/, path)
})
