import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { digestOfBody } from '../../../src/collect/captures/captures.ts'
import { capturePath, openCapturesFolder } from '../../../src/collect/captures/folder.ts'
import { evolve } from '../../../src/book/market/evolve.ts'
import type { Market } from '../../../src/book/market/market.ts'
import { receive, appOf } from '../../support/ask.ts'
import { openBook } from '../../support/book.ts'
import { evidenceBook, hold, originOf, publish, sheetOf } from '../../support/evidence-book.ts'
import { at } from '../../support/sample-market.ts'
import { createTestApp } from '../../support/source.ts'

const folder = mkdtempSync(join(tmpdir(), 'ratebook-published-'))
after(() => rmSync(folder, { recursive: true }))
const captures = openCapturesFolder(folder)

const html = '<script>fetch("https://evil.example/")</script><table><tr><td>7.25%</table>'
const published = await captures.put(Buffer.from(html))
const waiting = await captures.put(Buffer.from('<p>77.7 %</p>'))
const verified = await captures.put(Buffer.from([0xff, 0x00, 0x80, 0x0a]))
const lost = digestOfBody(Buffer.from('pruned'))

const book = openBook()
book.register('2026-01-01T00:00:00Z', 'alpha')
const sheet = sheetOf('2026-01-02T00:00:00Z', ['3 7.25'])
publish(book, '2026-01-02T00:00:00Z', sheet, {
  origin: originOf('2026-01-02T00:00:00Z', published, sheet.offers),
})
for (const digest of [verified, lost])
  book.enter({
    kind: 'rates-verified',
    institutionId: 'alpha',
    at: at('2026-01-03T00:00:00Z'),
    origin: originOf('2026-01-03T00:00:00Z', digest, sheet.offers),
  })
const held = sheetOf('2026-01-04T00:00:00Z', ['3 9.9'])
hold(book, '2026-01-04T00:00:00Z', held, waiting)
book.enter({
  kind: 'rates-checked',
  institutionId: 'alpha',
  at: at('2026-01-05T00:00:00Z'),
  outcome: 'held',
  origin: originOf('2026-01-05T00:00:00Z', waiting),
})
let market: Market = book.market()
const source = {
  market: () => market,
  isHealthy: () => true,
  now: () => at('2026-07-01T00:00:00Z'),
}
const app = createTestApp(source, { captures })
const get = (digest: string, headers?: Record<string, string>) =>
  receive(app, 'GET', `/captures/${digest}`, headers)

test('"--publish-captures serves bodies as attachments under a policy that runs nothing"', async () => {
  const { status, headers, body } = await get(published)
  assert.deepEqual([status, body], [200, html])
  assert.equal(headers['content-type'], 'application/octet-stream')
  assert.equal(
    headers['content-disposition'],
    `attachment; filename="capture-${published.slice(0, 16)}.bin"`,
  )
  assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox")
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(headers['etag'], `"${published}"`)
  assert.equal(headers['content-encoding'], undefined)
})

test('the body of a verification is served byte for byte', async () => {
  const { statusCode, rawPayload } = await app.inject({ url: `/captures/${verified}` })
  assert.equal(statusCode, 200)
  assert.equal(digestOfBody(rawPayload), verified)
})

test('HEAD has the headers of GET, If-None-Match gives 304, and other methods are 405', async () => {
  const { headers } = await get(published)
  const head = await receive(app, 'HEAD', `/captures/${published}`)
  assert.deepEqual([head.status, head.body, head.headers], [200, '', headers])
  const unchanged = await get(published, { 'if-none-match': headers['etag'] ?? '' })
  assert.deepEqual([unchanged.status, unchanged.body], [304, ''])
  assert.equal((await receive(app, 'POST', `/captures/${published}`)).status, 405)
})

test('a page that no run could read, such as a captcha, is 404 although somebody typed a sheet from it', async () => {
  const captcha = await captures.put(Buffer.from('<p>Are you a person?</p>'))
  const origin = originOf('2026-01-06T00:00:00Z', captcha)
  const [run, typed] = [openBook(), sheetOf('2026-01-06T00:00:00Z', ['3 9'])]
  run.register('2026-01-01T00:00:00Z', 'alpha')
  const failed = { outcome: 'failed', message: 'There is no table.' } as const
  const when = at('2026-01-06T00:00:00Z')
  run.enter({ ...failed, kind: 'rates-checked', institutionId: 'alpha', at: when, origin })
  publish(run, '2026-01-06T00:00:00Z', typed, { by: 'ann', typedFrom: origin.captures })
  const ownSource = { ...source, market: () => run.market() }
  const path = `/captures/${captcha}`
  const own = createTestApp(ownSource, { captures })
  assert.equal((await receive(own, 'GET', path)).status, 404)
  run.enter({
    kind: 'rates-verified',
    institutionId: 'alpha',
    at: at('2026-01-07T00:00:00Z'),
    origin,
  })
  assert.equal((await receive(own, 'GET', path)).status, 200)
})

test('the page of a held sheet is 404 until a reviewer approves the sheet', async () => {
  assert.equal((await get(waiting)).status, 404)
  assert.equal((await get(waiting, { 'if-none-match': '*' })).status, 404)
  const approved = openBook()
  approved.register('2026-01-01T00:00:00Z', 'alpha')
  for (const entry of market.entries.slice(1)) approved.enter(entry)
  publish(approved, '2026-01-06T00:00:00Z', held, {
    origin: originOf('2026-01-04T00:00:00Z', waiting, held.offers),
    hold: 5,
  })
  const last = approved.market().entries.at(-1)
  assert.ok(last)
  const before = market
  market = evolve(market, last)
  assert.equal((await get(waiting)).status, 200)
  // A market of another past, such as that of a restored book.
  market = before
  assert.equal((await get(waiting)).status, 404)
})

test('404 for a digest that no figure cites, a page that is no longer kept, and anything else', async () => {
  await captures.put(Buffer.from('not cited'))
  for (const one of [
    digestOfBody(Buffer.from('not cited')),
    lost,
    'x',
    '..%2F..%2Fbook.db',
    published.toUpperCase(),
  ]) {
    const { status, headers } = await get(one)
    assert.deepEqual([status, headers['content-type']], [404, 'application/problem+json'], one)
    assert.equal(headers['cache-control'], 'no-store')
  }
})

test('without the setting there are no captures, and receipts name no address', async () => {
  const without = appOf(market)
  assert.equal((await receive(without, 'GET', `/captures/${published}`)).status, 404)
  const { body } = await receive(without, 'GET', '/evidence/p2-1')
  assert.match(body, /"capture_url":null/)
})

test('with it, a receipt leads to the body, under a base path too', async () => {
  const based = createTestApp(source, { captures, basePath: '/lk' })
  const { body } = await receive(based, 'GET', '/lk/evidence/p2-1')
  const [capture] = (JSON.parse(body) as { captures: { capture_url: string }[] }).captures
  assert.equal(capture?.capture_url, `/lk/captures/${published}`)
  assert.equal((await receive(based, 'GET', capture.capture_url)).body, html)
})

test('a damaged body is never sent: 500, and the log names the file', async () => {
  const logged: string[] = []
  const logger = pino({ level: 'error' }, { write: (line) => void logged.push(line) })
  const logging = createTestApp(source, { captures, logger })
  const path = join(folder, capturePath(published))
  unlinkSync(path)
  writeFileSync(path, 'damaged')
  const { status, headers, body } = await receive(logging, 'GET', `/captures/${published}`)
  assert.deepEqual([status, headers['content-type']], [500, 'application/problem+json'])
  assert.doesNotMatch(body, /damaged|sha256/)
  assert.equal(headers['content-disposition'], undefined)
  assert.equal(logged.length, 1)
  assert.match(logged[0] ?? '', /is damaged: its content does not match its name/)
  await captures.put(Buffer.from(html))
  assert.equal((await receive(logging, 'GET', `/captures/${published}`)).status, 200)
})

test('a rejected sheet never publishes its page', async () => {
  const reviewed = evidenceBook().market()
  const asked: string[] = []
  const get = (digest: string) => {
    asked.push(digest)
    return Promise.resolve(Buffer.from(digest))
  }
  const own = appOf(reviewed, undefined, { captures: { get } })
  for (const [letter, expected] of [
    ['b', 404],
    ['c', 200],
    ['d', 200],
    ['f', 404],
  ] as const)
    assert.equal((await receive(own, 'GET', `/captures/${letter.repeat(64)}`)).status, expected)
  assert.equal(asked.length, 2)
})
