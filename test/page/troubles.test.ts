import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeSampleBook } from '../support/sample-book.ts'
import { headline, openPage, settled, sharedBrowser, show } from './open-page.ts'
import { sharedServer } from './shared-server.ts'

const server = sharedServer(makeSampleBook)
const browser = sharedBrowser()

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
  assert.match(await headline(page), /^The best 12-month rate is 13\.50 %/)
  assert.match(await page.innerText('.kicker'), /^12 months/i)
})

test('while other terms cannot be had, no figure stands under their name', async (t) => {
  const { page } = await openPage(t, browser(), { mayComplain: true })
  await show(page, `${server()}/deposit?tenure=60`)
  await page.route('**/rates/current?*', (route) => route.abort())
  await page.getByLabel('Interest paid').selectOption('monthly')
  await page.locator('[role=alert]').waitFor()
  assert.match(await page.innerText('.deposits thead'), /At maturity/)
  assert.match(await page.innerText('.kicker'), /paid at maturity/i)
  await page.unrouteAll()
  await show(page, `${server()}/institution/sampath-bank`)
  await page.route('**/rates/history/**', (route) => route.abort())
  await page.getByLabel('Interest paid').selectOption('monthly')
  await page.locator('[role=alert]').waitFor()
  assert.equal(await page.locator('.multiples').count(), 0)
  await page.unrouteAll()
  await show(page, `${server()}/`)
  await page.route('**/summary/history?*', (route) => route.abort())
  await page.getByLabel('Tenure').selectOption('24')
  await page.locator('[role=alert]').waitFor()
  assert.match(await headline(page), /24-month/)
  assert.equal(await page.locator('.panels').count(), 0)
})

test('a view that breaks says so, and other filters begin anew', async (t) => {
  const { page } = await openPage(t, browser(), { mayComplain: true })
  await show(page, `${server()}/`)
  await page.route('**/compare?*', (route) =>
    route.fulfill({ json: [null], headers: { 'ratebook-position': '1' } }),
  )
  await page.getByLabel('Tenure').selectOption('24')
  await page.getByText('This view cannot be shown').waitFor()
  await page.unrouteAll()
  await page.goBack()
  await page.locator('.ranking').waitFor()
  assert.match(await headline(page), /12-month/)
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
  assert.ok(times >= 3, String(times))
  assert.equal(await page.locator('[role=alert]').count(), 0)
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
