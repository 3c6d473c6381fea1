import assert from 'node:assert/strict'
import { openBook } from '../support/book.ts'
import { overflow } from './check-layouts.ts'
import { browserTest as test, headline, openPage, settled, show } from './open-page.ts'
import { sharedMarket } from './shared-market.ts'
import { sampleServer } from './shared-server.ts'

const server = sampleServer()
const book = openBook()
book.register('2026-01-01T00:00:00Z', 'long', { name: `${'W'.repeat(120)} Bank` })
book.register('2026-01-01T00:00:00Z', 'short', { name: 'Short Bank' })
for (const [day, rate] of [
  ['2026-02-01', '8.5'],
  ['2026-02-02', '9'],
] as const) {
  for (const id of ['long', 'short'])
    book.publish(`${day}T00:00:00Z`, id, [`general 12 maturity ${rate}`, 'general 24 maturity 11'])
}
const longNamed = sharedMarket(book, '2026-02-03T00:00:00Z')

test('on a phone a row has one line of facts', async (t) => {
  const { page } = await openPage(t, { viewport: { width: 360, height: 740 } })
  for (const path of ['/', '/deposit']) {
    await show(page, server() + path)
    const facts = await page.locator('tbody .details').first().boundingBox()
    assert.ok(facts !== null && facts.height < 30, `${path}: ${facts?.height}`)
  }
  assert.match(await page.innerText('.deposits tbody .details'), /^Rate 10\.00\s%\s*Bank/)
  await show(page, `${server()}/deposit?tenure=any`)
  assert.match(await page.innerText('.deposits tbody .details'), /^\d+ months? at /)
  await show(page, `${server()}/institution`)
  assert.doesNotMatch(await page.innerText('main'), /no rating entered/)
})

test('on a phone the first rates are in the window, and the filters open', async (t) => {
  const { page } = await openPage(t, { viewport: { width: 360, height: 740 } })
  for (const path of [
    '/',
    '/deposit',
    '/deposit?amount=5000000',
    '/changes',
    '/changes?order=institution',
    '/changes?order=size',
    '/comparison?institutions=sampath-bank,bank-of-ceylon',
  ]) {
    await show(page, server() + path)
    const box = await page.locator('tbody .to-receipt').first().boundingBox()
    assert.ok(box !== null && box.y + box.height <= 740, `${path}: ${JSON.stringify(box)}`)
    assert.equal(await page.getByLabel('Tenure', { exact: true }).isVisible(), false)
    await page.getByRole('button', { name: 'change' }).click()
    assert.equal(await page.getByLabel('Tenure', { exact: true }).isVisible(), true)
  }
  await show(page, `${server()}/source`)
  const current = await page.locator('nav [aria-current]').boundingBox()
  assert.ok(current !== null && current.x >= 0 && current.x + current.width <= 360)
})

test('a sample shows its last day and says so; an address may name another moment, or today', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${server()}/`)
  const banner = page.locator('.masthead .sample')
  assert.equal(await banner.innerText(), 'Sample data as of 20 July 2026, its last day.')
  assert.match(await page.innerText('.as-of'), /^As of 20 July 2026/)
  assert.match(await headline(page), /is 10\.00 %$/)
  for (const at of ['foo', '2999-01-01T00:00:00Z']) {
    await show(page, `${server()}/?at=${at}`)
    assert.equal(await banner.innerText(), 'Sample data as of 20 July 2026, its last day.')
    assert.match(await page.innerText('main'), /The address has at “/)
  }
  await page.getByRole('link', { name: 'Show it as of today' }).click()
  await page.waitForURL('**/?at=today')
  await settled(page)
  assert.equal(await banner.innerText(), 'Sample data, not current rates.')
  assert.match(await headline(page), /^No 12-month rate is confirmed$/)
  await page.getByRole('link', { name: 'All rates' }).click()
  await page.waitForURL('**/matrix?at=today')
  await page.getByRole('link', { name: 'Show the last day of the sample' }).click()
  await page.waitForURL('**/matrix')
  await show(page, `${server()}/?at=2026-07-01T00:00:00Z`)
  assert.match(await page.innerText('.as-of'), /^What was known on 1 July 2026/)
})

test('the languages of the browser decide the language of the page; the address goes before them', async (t) => {
  const { page } = await openPage(t, { locale: 'ta-LK' })
  await show(page, `${server()}/`)
  assert.equal(await page.getAttribute('html', 'lang'), 'ta')
  await page.getByRole('link', { name: 'English' }).click()
  await page.waitForURL('**/?lang=en')
  await settled(page)
  assert.equal(await page.getAttribute('html', 'lang'), 'en')
  assert.equal(await page.innerText('.languages'), 'English\nසිංහල\nதமிழ்')
})

test('paper names the day of printing and the moment of the figures', async (t) => {
  const { page } = await openPage(t)
  await page.clock.setFixedTime('2026-07-19T12:00:00Z')
  await show(page, `${server()}/?at=2026-07-01T00:00:00Z`)
  await page.emulateMedia({ media: 'print' })
  const printed = await page.innerText('.print-only')
  assert.ok(printed.includes(' on 19 July 2026. The figures are as of 1 July'), printed)
})

test('the front page sends all its first requests before an answer, and makes no format of Intl twice', async (t) => {
  const { page } = await openPage(t)
  const countFormats = `for (const name of ['NumberFormat', 'DateTimeFormat'])
    Intl[name] = new Proxy(Intl[name], { construct: (...parameters) => {
      globalThis.formats = [...(globalThis.formats ?? []), name + JSON.stringify(parameters)]
      return Reflect.construct(...parameters)
    } })`
  await page.addInitScript(countFormats)
  const sent: string[] = []
  const { promise: allSent, resolve } = Promise.withResolvers<void>()
  await page.route(/\/(?:summary|institutions|about|evidence)\b/, async (route) => {
    sent.push(new URL(route.request().url()).pathname)
    if (sent.length === 5) resolve()
    await allSent
    await route.continue()
  })
  await show(page, `${longNamed()}/`)
  assert.deepEqual(sent.slice(0, 5).toSorted(), [
    '/about',
    '/evidence',
    '/institutions',
    '/summary',
    '/summary/history',
  ])
  const formats = (await page.evaluate('globalThis.formats')) as readonly string[]
  assert.ok(formats.length > 0)
  assert.deepEqual(
    formats.filter((format, index) => formats.indexOf(format) !== index),
    [],
  )
})

test('a word of 120 letters widens no view at 360 px', async (t) => {
  const { page } = await openPage(t, { viewport: { width: 360, height: 740 } })
  for (const path of [
    '',
    'deposit',
    'matrix',
    'comparison?institutions=long,short',
    'institution',
    'institution/long',
    'changes',
    'source',
  ]) {
    await show(page, `${longNamed()}/${path}`)
    assert.equal(await overflow(page), 0, path)
  }
})
