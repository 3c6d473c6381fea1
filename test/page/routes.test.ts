import assert from 'node:assert/strict'
import { join } from 'node:path'
import { openSqliteStore } from '../../src/book/store/sqlite/sqlite-store.ts'
import { browserTest as test, headline, openPage, settled, show } from './open-page.ts'
import { openBook } from '../support/book.ts'
import { sharedMarket } from './shared-market.ts'
import { sampleServer, sharedServer } from './shared-server.ts'

const server = sampleServer()
const emptyServer = sharedServer(makeEmptyBook, ['--base-path', '/rates/lk'])
/** One institution is registered, and nothing is published. */
const registered = openBook()
registered.register('2026-01-01T00:00:00Z', 'alpha')
const registeredServer = sharedMarket(registered, '2026-06-02T00:00:00Z')

async function makeEmptyBook(folder: string): Promise<string> {
  const path = join(folder, 'ratebook.db')
  const store = await openSqliteStore(path, { mode: 'create' })
  await store.append(() => Promise.resolve([]))
  await store.close()
  return path
}

test('selecting terms without offers shows an empty state, and back shows the offers again', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${server()}/`)
  await page.getByLabel('Saver', { exact: true }).selectOption('minor')
  await page.getByText('Nobody offers 12 months on these terms').waitFor()
  await page.goBack()
  await page.locator('.ranking').waitFor()
})

test('the terms of a view name the type of its institutions and the older rates', async (t) => {
  const { page } = await openPage(t)
  for (const view of ['', 'deposit']) {
    await show(page, `${server()}/${view}?type=nbfi&stale=yes`)
    assert.equal(
      await page.innerText('.kicker'),
      '12 months, paid at maturity, for everyone, finance companies only, older rates included',
    )
  }
})

test('an unknown institution, an unknown filter and an invalid filter value show an error', async (t) => {
  const { page } = await openPage(t, { allowErrors: true })
  await show(page, `${server()}/institution/gone-bank`)
  assert.match(await page.innerText('main'), /There is no institution “gone-bank”/)
  await page.getByRole('link', { name: 'See all institutions' }).click()
  await settled(page)
  assert.match(await headline(page), /^47 institutions/)
  await show(page, `${server()}/?variant=golden&tenure=-3&from=yesterday`)
  const notice = await page.innerText('.notice')
  assert.match(notice, /variant “golden”, which does not exist; choose general, senior_citizen/)
  assert.match(
    notice,
    /tenure “-3”, which is not a tenure[^]*from “yesterday”, which is not a valid day/,
  )
  assert.match(await headline(page), /12-month/)
  await show(page, `${server()}/changes?institution_id=gone-bank&utm_source=letter&x=1&x=2`)
  assert.equal(
    await page.innerText('.notice'),
    ['institution_id', 'x']
      .map(
        (name) =>
          `This view has no filter “${name}”; its filters are payout, from, until, type, tenure, variant, direction, institution, order.`,
      )
      .join('\n\n'),
  )
  for (const view of [
    'institution',
    'source',
    'institution/peoples-bank',
    'institution/seylan-bank',
    'deposit',
  ]) {
    await show(page, `${server()}/${view}?bogus=1`)
    assert.match(await page.innerText('.notice'), /no filter “bogus”/)
  }
  await show(page, `${server()}/deposit?amount=0&tenure=0`)
  assert.match(
    await page.innerText('.notice'),
    /tenure “0”, which is not a tenure[^]*amount “0”, which is not an amount above zero/,
  )
  await show(page, `${server()}/?from=2025-02-01&until=2025-01-01`)
  assert.match(await page.innerText('.notice'), /2025-01-01, is before the first, 2025-02-01/)
  // The last day is left out, so the charts show the days from the first one.
  assert.equal(await page.getByText('The figures behind these charts').count(), 1)
  await show(page, `${server()}/?from=2040-01-01`)
  assert.match(await page.innerText('.history'), /no history for these days/)
  await show(page, `${server()}/?from=2025-01-01&until=2025-01-01`)
  assert.equal(await page.locator('.history svg').count(), 2)
  await show(page, `${server()}/changes?institution=gone-bank`)
  assert.match(
    await page.innerText('.notice'),
    /“gone-bank”, which is not in the book; choose another/,
  )
  assert.match(await page.innerText('.empty'), /Choose other filters/)
  await show(page, `${server()}/?tenure=11`)
  assert.match(await page.innerText('.empty'), /Nobody offers 11 months on these terms/)
})

test('long words do not widen the page, and a repeated filter counts once', async (t) => {
  const { page } = await openPage(t, { allowErrors: true })
  const long = 'x'.repeat(2_000)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of [
      `/?tenure=${long}`,
      `/?${long}=1`,
      `/institution/${long}`,
      `/changes?institution=${long}`,
      `/deposit?amount=${'9'.repeat(80)}`,
    ]) {
      await show(page, server() + path)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, path)
      assert.ok((await page.innerText('main')).includes('…”'), path)
    }
  }
  await show(page, `${server()}/?tenure=24&tenure=12`)
  assert.match(await page.innerText('.notice'), /has tenure more than once; the first one is used/)
  assert.match(await headline(page), /24-month/)
})

test('a mistyped address shows the not-found view', async (t) => {
  const { page } = await openPage(t, { allowErrors: true })
  for (const path of [
    '/nowhere',
    '/Changes',
    '/institution/a/b',
    '/institution/%E0%A4%A',
    '/institution/a%2Fb/',
  ]) {
    await show(page, server() + path)
    const heading = path.includes('%2F')
      ? 'This institution is not in the book'
      : 'There is nothing'
    assert.ok((await headline(page)).startsWith(heading), path)
  }
  await show(page, `${server()}/institution/${encodeURIComponent('<script>')}`)
  assert.match(await page.innerText('.empty'), /There is no institution “<script>”/)
})

test('the not-found view links to the market, below and outside the base path', async (t) => {
  const { page } = await openPage(t, { allowErrors: true })
  for (const address of [`${emptyServer()}/nowhere`, new URL('/changes', emptyServer()).href]) {
    await show(page, address)
    assert.match(await headline(page), /^There is nothing/)
    await page.getByRole('link', { name: 'Begin with the market' }).click()
    await page.waitForURL(`${emptyServer()}/`)
    await settled(page)
  }
})

test('every view of an empty book, below a base path, says what will be there', async (t) => {
  const { page } = await openPage(t)
  for (const [path, text] of [
    ['/', /Nothing has been published here yet\.\s+Come back later\.\s+If you run this server/],
    ['/deposit', /Nothing has been published here yet\./],
    ['/institution', /Nothing has been published here yet\./],
    ['/changes', /Nothing has been published here yet\./],
    ['/correction', /No published figure has been corrected\./],
    ['/source', /Nothing has been published here yet\./],
  ] as const) {
    await show(page, emptyServer() + path)
    assert.match(await page.innerText('main'), text)
    assert.doesNotMatch(await page.innerText('body'), /Sample data/)
  }
  await page.getByRole('link', { name: 'Market' }).click()
  await page.waitForURL(`${emptyServer()}/`)
})

test('every view of a book without a rate sheet says so, and what its operator does next', async (t) => {
  const { page } = await openPage(t)
  for (const path of ['', 'deposit', 'matrix', 'comparison', 'institution', 'changes', 'source']) {
    await show(page, `${registeredServer()}/${path}`)
    assert.match(await page.innerText('main'), /Nothing has been published here yet\./, path)
    assert.match(await page.innerText('main'), /If you run this server/, path)
  }
  assert.equal(await headline(page), 'There are no rates now')
  assert.match(
    await page.innerText('main'),
    /1 institution has no rates here: none were published, or all were retracted\.\s+The alpha/,
  )
})
