import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { openBook, type Book } from '../support/book.ts'
import { checkLayouts, overflow } from './check-layouts.ts'
import { browserTest as test, headline, openPage, settled, show } from './open-page.ts'
import { sharedMarket } from './shared-market.ts'
import { sampleServer } from './shared-server.ts'

const server = sampleServer()
const mixed = sharedMarket(mixedBook(), '2026-07-01T06:00:00Z')

/** Five banks, of which one prints 39.50 % by mistake, and a sixth whose rates are a year old. */
function mixedBook(): Book {
  const book = openBook()
  for (const [id, day, rate] of [
    ['old-bank', '2025-06-28', '12.00'],
    ['four-bank', '2026-06-28', '8.50'],
    ['three-bank', '2026-06-28', '9.00'],
    ['two-bank', '2026-06-29', '9.50'],
    ['one-bank', '2026-06-30', '10.00'],
    ['slip-bank', '2026-06-30', '39.50'],
  ] as const) {
    book.register(`${day}T00:00:00Z`, id)
    book.publish(`${day}T00:00:00Z`, id, [`general 12 maturity ${rate}`])
  }
  return book
}

const views = [
  ['the market', '/', /^The best confirmed 12.month headline rate is 10\.00 %$/],
  ['the market of today', '/?at=today', /^No 12.month rate is confirmed$/],
  ['what do I get', '/deposit', /^Confirmed: at most 10\.00 % a year, from 4 institutions$/],
  ['institutions', '/institution', /^47 institutions, and what they pay at best$/],
  ['an institution', '/institution/peoples-bank', /^People's Bank$/],
  ['changes', '/changes', /^144 changes: 60\sup, 84\sdown$/],
  ['sources', '/source', /^The rates of \d+ of 19 institutions that have published are older$/],
  ['an institution without offers', '/institution/seylan-bank', /^Seylan Bank PLC$/],
] as const

for (const [name, path, heading] of views) {
  test(`${name}, on a phone and a desktop: shows its heading, fits the window, axe finds nothing`, async (t) => {
    const { page } = await openPage(t)
    await show(page, server() + path)
    await checkLayouts(page, async (where) => {
      assert.match(await headline(page), heading, where)
      assert.match(await page.innerText('body'), /Sample data/)
      assert.match(await page.innerText('body'), /Rates are information, not advice/)
    })
  })
}

test('where nothing is confirmed, the headline has no rate, and older rates stand in a group of their own', async (t) => {
  const { page } = await openPage(t, { viewport: { width: 360, height: 900 } })
  for (const view of ['', 'deposit']) {
    await show(page, `${server()}/${view}?at=today`)
    assert.equal(await overflow(page), 0)
    assert.match(
      await page.innerText('.deck'),
      /^The last confirmation of these rates was on 20 July 2026\. .* is 13\.50.% .*Abans Finance PLC, last confirmed \d+ years.* ago/,
    )
    assert.match(
      await page.innerText('.older'),
      /^Older rates, not confirmed in the last 7 days: \d+[^]*last confirmed \d+ years.* ago/,
    )
    assert.equal(await page.locator('#part-figures').count(), 0)
    await page.getByRole('button', { name: 'change' }).click()
    await page.getByLabel('Include older rates').check()
    await settled(page)
    assert.match(await headline(page), /13\.50 %/)
    assert.match(await page.innerText('.deck'), /^This rate was last confirmed \d+ years.* ago/)
    assert.equal(await page.locator('.older').count(), 0)
    assert.match(await page.innerText('tbody .stale'), /last confirmed/)
  }
  await show(page, `${server()}/institution?at=today`)
  assert.match(await page.innerText('.halves .older'), /last confirmed \d+ (months|years).* ago/)
})

test('a best rate far above the median says so, and older rates count once the reader includes them', async (t) => {
  const { page } = await openPage(t)
  for (const view of ['', 'deposit']) {
    await show(page, `${mixed()}/${view}`)
    assert.match(await headline(page), /39\.50 %/)
    assert.match(await page.innerText('.deck'), /more than twice the median; look at its receipt/)
    assert.match(
      await page.innerText('.older'),
      /^Older rates, not confirmed in the last 7 days: 1\s/,
    )
    assert.match(await page.innerText('.older'), /12\.00/)
  }
  await show(page, `${mixed()}/`)
  const offers = page.locator('.figures td.number').first()
  assert.equal(await offers.innerText(), '5')
  await page.getByLabel('Include older rates').check()
  await settled(page)
  assert.equal(await offers.innerText(), '6')
  assert.match(page.url(), /\?stale=yes$/)
})

test('where older rates are higher, the sentence says so, and why they do not count', async (t) => {
  const { page } = await openPage(t)
  for (const path of ['', 'deposit']) {
    await show(page, `${server()}/${path}`)
    assert.match(
      await page.innerText('.deck'),
      /2 older rates are higher, at most 13\.50.% at Abans Finance PLC\. They do not count, because they were not confirmed in the last 7 days\./,
    )
  }
  await show(page, `${server()}/deposit?stale=yes&payout=any&tenure=any`)
  assert.match(await headline(page), /^At most 14\.75 % a year, from Abans/)
  // A frame of another site has no sentence below its heading.
  await show(page, `${server()}/embed?part=ranking`)
  assert.match(await headline(page), /^The best confirmed 12.month headline rate is 10\.00/)
  assert.match(
    await page.innerText('.older'),
    /^Older rates, not confirmed in the last 7 days: 13\s/,
  )
})

test('each row leads to the receipt of its rate and to the site of its institution', async (t) => {
  const { page } = await openPage(t)
  for (const view of ['', 'deposit', 'institution']) {
    await show(page, `${mixed()}/${view}`)
    const row = page
      .locator('tbody tr')
      .filter({ has: page.locator('.to-receipt') })
      .first()
    const hrefs = await row.locator('a').evaluateAll(hrefsOf)
    assert.ok(
      hrefs.some((href) => /\/receipt\/p?\d+[.-]1$/.test(href)),
      hrefs.join(),
    )
    assert.ok(
      hrefs.some((href) => /^https:\/\/[^/]+\.example\/$/.test(href)),
      hrefs.join(),
    )
  }
  await show(page, `${mixed()}/institution`)
  assert.equal(await page.locator('tbody .origin').first().innerText(), 'entered by hand')
})

const hrefsOf = (links: readonly { readonly getAttribute: (name: string) => string | null }[]) =>
  links.map((link) => link.getAttribute('href') ?? '')

test('every part of every view can be taken along as a table', async (t) => {
  const { page } = await openPage(t)
  for (const [path, parts] of [
    ['/?stale=yes', ['figures', 'history', 'ranking']],
    ['/deposit?stale=yes&tenure=any', ['deposits']],
    ['/matrix?stale=yes', ['curve', 'matrix']],
    ['/comparison?institutions=bank-of-ceylon,peoples-bank', ['compared', 'comparison', 'curves']],
    ['/institution', ['institutions-bank', 'institutions-nbfi']],
    ['/institution/peoples-bank', ['offers', 'tiers']],
    ['/changes', ['changes']],
    ['/source', ['sources', 'unpublished']],
  ] as const) {
    await show(page, server() + path)
    const found = await page.locator('.part').evaluateAll(idsOf)
    assert.deepEqual(
      found,
      parts.map((part) => `part-${part}`),
      path,
    )
    for (const id of found) {
      const part = page.locator(`#${id}`)
      // A list grows while its end is scrolled into view, so a click could miss what moves. A key does not.
      await part.locator('.take-along > summary').press('Enter')
      const download = page.waitForEvent('download')
      await part.getByRole('button', { name: 'CSV' }).press('Enter')
      const lines = readFileSync(await (await download).path(), 'utf8')
        .trim()
        .split('\r\n')
      assert.ok(lines.length > 1, `${path}: ${id}`)
    }
  }
})

const idsOf = (parts: readonly { readonly id: string }[]) => parts.map(({ id }) => id)

test('the decimal points of a column align', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${server()}/?at=today`)
  const points = await page.evaluate(`
    [...document.querySelectorAll('.ranking .figure')].map((figure) => {
      const range = document.createRange()
      const text = figure.firstChild
      const point = text.data.indexOf('.')
      range.setStart(text, point)
      range.setEnd(text, point + 1)
      return Math.round(range.getBoundingClientRect().left)
    })`)
  assert.ok(Array.isArray(points) && points.length === 18)
  assert.equal(new Set(points).size, 1)
})

test('nothing moves if the reader prefers reduced motion', async (t) => {
  const { page } = await openPage(t, { reducedMotion: 'reduce' })
  assert.deepEqual(await motionOf(page), [0, '0s'])
  const { page: animated } = await openPage(t, { reducedMotion: 'no-preference' })
  const [animations, transition] = await motionOf(animated)
  assert.ok(Number(animations) > 0, 'the skeleton is animated by default')
  assert.notEqual(transition, '0s')
})

/** The number of animations while a request is pending, and the duration of the transition to its answer. */
async function motionOf(page: Page): Promise<readonly [unknown, unknown]> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/evidence?*', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`${server()}/`)
  await page.locator('.skeleton .bar').first().waitFor()
  const animations: unknown = await page.evaluate(`document.getAnimations().length`)
  release()
  await settled(page)
  return [
    animations,
    await page.evaluate(`getComputedStyle(document.querySelector('.answer')).transitionDuration`),
  ]
}
