import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { makeSampleBook } from '../support/sample-book.ts'
import { headline, openPage, settled, sharedBrowser, show } from './open-page.ts'
import { sharedServer } from './shared-server.ts'

const server = sharedServer(makeSampleBook)
const empty = sharedServer(makeEmptyBook, ['--base-path', '/rates/lk'])
const browser = sharedBrowser()

async function makeEmptyBook(folder: string): Promise<string> {
  const path = join(folder, 'ratebook.db')
  const store = await openSqliteStore(path, { mode: 'create' })
  await store.append(() => Promise.resolve([]))
  await store.close()
  return path
}

test('an error of the API is a sentence with what to do next, and a second attempt helps', async (t) => {
  const { page } = await openPage(t, browser(), { mayComplain: true })
  const problem = { title: 'Server Error', status: 500, detail: 'x' }
  await page.route('**/compare?*', (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', json: problem }),
  )
  await show(page, `${server()}/`)
  assert.match(await page.innerText('[role=alert]'), /met an error of its own\. Try again/)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('.ranking').waitFor()
  await settled(page)
  assert.match(await headline(page), /13\.50 %/)
  assert.equal(await page.locator('[role=alert]').count(), 0)
})

test('a server that is gone: the sentence, and the figures of the last answer stay', async (t) => {
  const { page } = await openPage(t, browser(), { mayComplain: true })
  await show(page, `${server()}/`)
  await page.route('**/compare?*', (route) => route.abort())
  await page.getByLabel('Tenure').selectOption('24')
  await page.locator('[role=alert]').waitFor()
  assert.match(await page.innerText('[role=alert]'), /cannot be reached\. Look at your connection/)
  assert.match(await page.innerText('[role=alert]'), /those of the last answer/)
  assert.equal(await page.locator('.ranking tbody tr').count(), 18)
})

test('an overload says when to try again', async (t) => {
  const { page } = await openPage(t, browser(), { mayComplain: true })
  await page.route('**/rates/changes?*', (route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '5' }, body: '' }),
  )
  await show(page, `${server()}/changes`)
  assert.match(await page.innerText('[role=alert]'), /too much to do\. Try again in 5 s/)
})

test('a server that only needs a moment is asked again, and the reader hears nothing of it', async (t) => {
  const { page } = await openPage(t, browser())
  let times = 0
  await page.route('**/compare?*', (route) =>
    times++ < 2
      ? route.fulfill({ status: 503, headers: { 'retry-after': '1' } })
      : route.continue(),
  )
  await show(page, `${server()}/`)
  assert.equal(times, 3)
  assert.equal(await page.locator('[role=alert]').count(), 0)
})

test('an institution that does not exist, a filter that does not exist, an address that does not exist', async (t) => {
  const { page } = await openPage(t, browser())
  await show(page, `${server()}/institution/gone-bank`)
  assert.match(await page.innerText('main'), /There is no institution “gone-bank”/)
  await page.getByRole('link', { name: 'See all institutions' }).click()
  await settled(page)
  assert.match(await headline(page), /^47 institutions/)
  await show(page, `${server()}/?variant=golden&tenure=-3&from=yesterday`)
  const notice = await page.innerText('.notice')
  assert.match(notice, /variant “golden”, which does not exist; choose general, senior_citizen/)
  assert.match(notice, /tenure “-3”, which is no tenure[^]*from “yesterday”, which is no day/)
  assert.match(await headline(page), /12-month/)
  await show(page, `${server()}/changes?institution_id=gone-bank&utm_source=letter&x=1&x=2`)
  assert.equal(
    await page.innerText('.notice'),
    ['institution_id', 'x']
      .map(
        (name) =>
          `This view has no filter “${name}”, which the address asks for; those that it has are type, direction, since, institution.`,
      )
      .join('\n\n'),
  )
  for (const view of ['institution', 'sources', 'institution/peoples-bank', 'deposit']) {
    await show(page, `${server()}/${view}?bogus=1`)
    assert.match(await page.innerText('.notice'), /no filter “bogus”/)
  }
  await show(page, `${server()}/deposit?amount=0&tenure=0`)
  assert.match(
    await page.innerText('.notice'),
    /amount “0”, which is no number above zero[^]*tenure “0”, which is no tenure/,
  )
  await show(page, `${server()}/?from=2025-02-01&until=2025-01-01`)
  assert.match(await page.innerText('.history'), /The last day has to be after the first/)
  await show(page, `${server()}/changes?institution=gone-bank`)
  assert.match(
    await page.innerText('.notice'),
    /“gone-bank”, which is not in the book; choose another/,
  )
  assert.match(await page.innerText('.empty'), /Choose other filters/)
  await show(page, `${server()}/?tenure=11`)
  assert.match(await page.innerText('.empty'), /Nobody offers 11 months on these terms/)
})

test('a mistyped address says that there is nothing, and leads on', async (t) => {
  const { page } = await openPage(t, browser(), { mayComplain: true })
  for (const path of [
    '/nowhere',
    '/Changes',
    '/institution/a/b',
    '/institution/%E0%A4%A',
    '/institution/a%2Fb/',
  ]) {
    await show(page, server() + path)
    const says = path.includes('%2F') ? 'This institution is not in the book' : 'There is nothing'
    assert.ok((await headline(page)).startsWith(says), path)
  }
  await show(page, `${server()}/institution/${encodeURIComponent('<script>')}`)
  assert.match(await page.innerText('.empty'), /There is no institution “<script>”/)
})

test('an address beside the base path, or below it where nothing is, leads to the market', async (t) => {
  const { page } = await openPage(t, browser(), { mayComplain: true })
  for (const address of [`${empty()}/nowhere`, new URL('/changes', empty()).href]) {
    await show(page, address)
    assert.match(await headline(page), /^There is nothing/)
    await page.getByRole('link', { name: 'Begin with the market' }).click()
    await settled(page)
    assert.equal(page.url(), `${empty()}/`)
  }
})

test('where one of two answers fails, nothing is said of what it would have brought', async (t) => {
  const { page } = await openPage(t, browser(), { mayComplain: true })
  await page.route('**/summary', (route) => route.fulfill({ status: 500, body: '' }))
  for (const view of ['', 'deposit', '?tenure=11']) {
    await show(page, `${server()}/${view}`)
    assert.doesNotMatch(await page.innerText('main'), /0 offers|no offers yet/)
    assert.match(await page.innerText('[role=alert]'), /Try again/)
  }
})

test('an empty market, below a base path: every view says what will be there', async (t) => {
  const { page } = await openPage(t, browser())
  for (const [path, says] of [
    ['/', /The book has no offers yet\.[^]*ratebook publish/],
    ['/deposit', /Nobody offers a deposit on these terms/],
    ['/institution', /No institution is registered yet\.[^]*ratebook register/],
    ['/changes', /No rate has moved/],
    ['/sources', /No institution is registered yet/],
  ] as const) {
    await show(page, empty() + path)
    assert.match(await page.innerText('main'), says)
    assert.doesNotMatch(await page.innerText('body'), /Sample data/)
  }
  await page.getByRole('link', { name: 'Market' }).click()
  assert.equal(page.url(), `${empty()}/`)
})

test('the first load, answers and fonts and heads and all, is at most 120 KB', async (t) => {
  const { page } = await openPage(t, browser())
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  await show(page, `${server()}/`)
  await page.evaluate('document.fonts.ready.then(() => 1)')
  t.diagnostic(`${Math.round(bytes / 1024)} KB`)
  assert.ok(bytes > 40_000 && bytes <= 120 * 1024, String(bytes))
})

test('a page that an upgrade has left behind says to reload it', async (t) => {
  const { page } = await openPage(t, browser(), { mayComplain: true })
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto(`${server()}/`)
  await page.locator('.late').waitFor()
  assert.match(await page.innerText('.late'), /Reload it: this copy may be older than the server/)
  const gone = await fetch(`${server()}/assets/index-of-another-build.js`)
  assert.equal(gone.status, 404)
  assert.match(await gone.text(), /another version of the page; reload the page/)
  await page.unrouteAll()
  await page.route('**/rates/changes?*', (route) => route.fulfill({ json: { rows: [] } }))
  await show(page, `${server()}/changes`)
  assert.match(await page.innerText('[role=alert]'), /Reload the page: this copy may be older/)
})
