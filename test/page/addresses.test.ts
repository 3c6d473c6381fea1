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

test('terms that nobody ever offered say so when they are picked, and back shows what was there', async (t) => {
  const { page } = await openPage(t, browser())
  await show(page, `${server()}/`)
  await page.getByLabel('For').selectOption('minor')
  await page.getByText('Nobody offers 12 months on these terms').waitFor()
  await page.goBack()
  await page.locator('.ranking').waitFor()
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
  for (const view of [
    'institution',
    'sources',
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
    /amount “0”, which is no number above zero[^]*tenure “0”, which is no tenure/,
  )
  await show(page, `${server()}/?from=2025-02-01&until=2025-01-01`)
  assert.match(await page.innerText('.history'), /The last day is before the first/)
  await show(page, `${server()}/?from=2040-01-01`)
  assert.match(await page.innerText('.history'), /Nothing is known of these days/)
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

test('text without a space, and a filter that is given twice, widen and hide nothing', async (t) => {
  const { page } = await openPage(t, browser())
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
  assert.match(
    await page.innerText('.notice'),
    /asks for tenure more than once; the first one is taken/,
  )
  assert.match(await headline(page), /24-month/)
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

test('an empty market, below a base path: every view says what will be there', async (t) => {
  const { page } = await openPage(t, browser())
  for (const [path, says] of [
    ['/', /The book has no offers yet\.[^]*ratebook publish/],
    ['/deposit', /The book has no offers yet\./],
    ['/institution', /No institution is registered yet\.[^]*ratebook register/],
    ['/changes', /No rate has moved yet\.[^]*second rate sheet/],
    ['/sources', /No institution is registered yet/],
  ] as const) {
    await show(page, empty() + path)
    assert.match(await page.innerText('main'), says)
    assert.doesNotMatch(await page.innerText('body'), /Sample data/)
  }
  await page.getByRole('link', { name: 'Market' }).click()
  assert.equal(page.url(), `${empty()}/`)
})
