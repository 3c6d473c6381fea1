import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBook } from '../support/book.ts'
import { until } from '../support/cli.ts'
import { makeSampleBook } from '../support/sample-book.ts'
import { checkLayouts } from './check-layouts.ts'
import { largeBook, largeNow } from './large-book.ts'
import { headline, openPage, settled, sharedBrowser, show } from './open-page.ts'
import { sharedMarket } from './shared-market.ts'
import { sharedServer } from './shared-server.ts'

const server = sharedServer(makeSampleBook)
const browser = sharedBrowser()

/** One rate of alpha was read often; that of beta was not read for half a year before its change. */
const book = openBook()
book.register('2025-01-01T00:00:00Z', 'alpha')
book.register('2025-01-01T00:00:00Z', 'beta')
book.publish('2025-06-01T06:00:00Z', 'alpha', ['general 12 maturity 9'])
book.publish('2025-07-01T06:00:00Z', 'beta', ['general 12 maturity 10'])
book.verify('2025-08-01T06:00:00Z', 'beta')
book.verify('2026-02-02T06:00:00Z', 'alpha')
book.publish('2026-02-03T06:00:00Z', 'beta', ['general 12 maturity 9.5'])
book.publish('2026-03-01T06:00:00Z', 'alpha', ['general 12 maturity 8.75'])
const readServer = sharedMarket(book, '2026-03-02T00:00:00Z')
const large = sharedMarket(largeBook(), largeNow)

test('scrolling loads older changes, and back restores the scroll position', async (t) => {
  const { page } = await openPage(t, browser())
  await show(page, `${server()}/changes`)
  const count = (): Promise<number> => page.locator('.move').count()
  const first = await count()
  assert.ok(first >= 50 && first < 144, String(first))
  const isComplete = async (): Promise<boolean> => {
    await page.mouse.wheel(0, 3_000)
    return page.getByText('There are no older changes').isVisible()
  }
  assert.ok(await until(isComplete))
  assert.equal(await count(), 144)
  const link = page.locator('.changes .institution a').nth(8)
  await link.scrollIntoViewIfNeeded()
  const scrollPosition = async () => Number(await page.evaluate('scrollY'))
  const position = await scrollPosition()
  assert.ok(position > 500, String(position))
  await link.click()
  await page.waitForURL('**/institution/*')
  await settled(page)
  await page.goBack()
  assert.ok(await until(async () => (await count()) === 144))
  assert.ok(await until(async () => Math.abs((await scrollPosition()) - position) <= 2))
})

test('the heading counts the changes of the newest day once all are loaded, unless a direction is filtered out', async (t) => {
  const { page } = await openPage(t, browser())
  await show(page, `${server()}/changes`)
  assert.match(await headline(page), /^5 changes were seen on 20 July 2026: 1.up, 4.down$/)
  assert.match(await page.innerText('.deck'), /^All of them came after more than 31 days/)
  const [change = ''] = await page.locator('.changes th[scope=row]').allInnerTexts()
  assert.match(change, /11\.50 last seen 19 Jan 2017\s+not read for 9 years$/)
  await show(page, `${server()}/changes?direction=up`)
  assert.equal(await headline(page), 'The last raises were seen on 20 July 2026')
  // Rewrites all changes to one day, which then has more of them than a page.
  await page.route('**/rates/changes?*', async (route) => {
    const url = new URL(route.request().url())
    const [limit, offset] = ['limit', 'offset'].map((name) => Number(url.searchParams.get(name)))
    url.search = '?limit=1000'
    const response = await route.fetch({ url: url.href })
    const rows = (await response.json()) as object[]
    const moves = rows.slice(offset, (offset ?? 0) + (limit ?? 0)).map((row, index) => ({
      ...row,
      changed_at: new Date(Date.UTC(2026, 6, 20, 12) - ((offset ?? 0) + index) * 1000),
    }))
    await route.fulfill({ response, json: moves })
  })
  await page.goto(`${server()}/changes`)
  await page.locator('.move').first().waitFor()
  assert.equal(await headline(page), 'The last changes were seen on 20 July 2026')
  const isCounted = async (): Promise<boolean> => {
    await page.mouse.wheel(0, 3_000)
    return /^144 changes were seen on 20 July 2026: 60.up, 84.down$/.test(await headline(page))
  }
  assert.ok(await until(isCounted), await headline(page))
})

test('a change says how long the rate before it stood, and when it was last seen', async (t) => {
  const { page } = await openPage(t, browser())
  await show(page, `${readServer()}/changes`)
  await checkLayouts(page, async (where) => {
    assert.match(await headline(page), /^The last move: 0.up, 1.down on 1 March 2026$/, where)
    assert.equal(await page.locator('.deck').count(), 0, where)
    const rows = await page.locator('.changes th[scope=row]').allInnerTexts()
    assert.deepEqual(
      rows.map((row) => row.replaceAll(/\s+/g, ' ')),
      [
        '12 months, at maturity 9.00 stood for 8 months, last seen 2 Feb 2026',
        '12 months, at maturity 10.00 stood for 31 days or longer, last seen 1 Aug 2025 not read for 6 months',
      ],
      where,
    )
  })
  await show(page, `${readServer()}/changes?institution=beta`)
  assert.match(await headline(page), /^1 change was seen on 3 February 2026: 0.up, 1.down$/)
  assert.match(await page.innerText('.deck'), /^It came after more than 31 days without a reading/)
})

test('with 300 institutions, the changes have less than 2,000 nodes at first', async (t) => {
  const { page } = await openPage(t, browser())
  await show(page, `${large()}/changes`)
  const count = Number(await page.evaluate('document.querySelectorAll("*").length'))
  assert.ok(count < 2000, String(count))
  await show(page, `${large()}/source`)
  const sources = Number(await page.evaluate('document.querySelectorAll("*").length'))
  assert.ok(sources < 2000, String(sources))
  t.diagnostic(`changes: ${count} nodes, sources: ${sources}`)
})

test('every filter is a parameter of the address and of the request; an older name of a filter still works', async (t) => {
  const { page, requests } = await openPage(t, browser())
  const filters =
    'type=bank&tenure=12&payout=maturity&variant=general&direction=down&until=2026-06-30'
  await show(page, `${server()}/changes?since=2025-01-01&${filters}`)
  const sent = new URL(requests.find((url) => url.includes('/rates/changes?')) ?? '')
  sent.searchParams.delete('limit')
  sent.searchParams.delete('offset')
  assert.deepEqual(Object.fromEntries(sent.searchParams), {
    type: 'bank',
    tenure_months: '12',
    payout_type: 'maturity',
    variant: 'general',
    direction: 'down',
    since: '2025-01-01',
    until: '2026-06-30',
  })
  assert.equal(await page.locator('.notice').count(), 0)
  assert.equal(await page.locator('.end').innerText(), 'No older changes with these filters.')
  const rows = await page.locator('.changes th[scope=row]').allInnerTexts()
  assert.ok(rows.length > 0 && rows.every((row) => row.startsWith('12 months, at maturity')))
  await page.getByLabel('From', { exact: true }).fill('2026-01-01')
  await page.waitForURL(`**/changes?${filters}&from=2026-01-01`)
  await page.getByLabel('Interest paid').selectOption({ label: 'All payouts' })
  await page.waitForURL((url) => !url.searchParams.has('payout'))
})

test('this month and the last one are links that keep the other filters', async (t) => {
  const { page } = await openPage(t, browser())
  await page.clock.setFixedTime('2026-01-15T00:00:00Z')
  await show(page, `${server()}/changes?direction=down&since=2020-01-01`)
  await page.getByRole('link', { name: 'Last month' }).click()
  await page.waitForURL('**/changes?direction=down&from=2025-12-01&until=2025-12-31')
  const current = page.locator('.presets [aria-current]')
  assert.equal(await current.innerText(), 'Last month')
  await page.getByRole('link', { name: 'This month' }).click()
  await page.waitForURL('**/changes?direction=down&from=2026-01-01&until=2026-01-31')
})

test('of a pinned view, this month is that of its instant', async (t) => {
  const { page } = await openPage(t, browser())
  await show(page, `${server()}/changes?at=2026-03-31T00:00:00Z`)
  await page.getByRole('link', { name: 'This month' }).click()
  await page.waitForURL((url) => url.search.endsWith('&from=2026-03-01&until=2026-03-31'))
})

test('a book whose offers have ended is not called empty', async (t) => {
  const { page } = await openPage(t, browser())
  await page.route('**/summary', (route) =>
    route.fulfill({ json: [], headers: { 'ratebook-position': '1' } }),
  )
  await show(page, `${readServer()}/changes?direction=up`)
  assert.match(await page.innerText('.empty'), /^No change passes these filters\./)
})

test('if only the filters fail to load, the changes are current and go on loading', async (t) => {
  const { page } = await openPage(t, browser(), { allowErrors: true })
  await page.route('**/summary', (route) => route.fulfill({ status: 500, body: '' }))
  await show(page, `${server()}/changes`)
  const alert = page.locator('[role=alert]')
  assert.doesNotMatch(await alert.innerText(), /previous answer/)
  const hasMore = async (): Promise<boolean> => {
    await page.mouse.wheel(0, 3_000)
    return (await page.locator('.move').count()) > 50
  }
  assert.ok(await until(hasMore))
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await alert.waitFor({ state: 'detached' })
})

test('typing a day sends one request, when the day is complete, and adds one history entry', async (t) => {
  const { page, requests } = await openPage(t, browser())
  await show(page, `${server()}/changes`)
  await page.getByLabel('From', { exact: true }).focus()
  for (const key of ['0', '6', '0', '1', '2', '0', '2', '5']) await page.keyboard.press(key)
  await page.waitForURL('**/changes?from=2025-06-01')
  await settled(page)
  assert.equal(requests.filter((url) => url.includes('since=')).length, 1)
  await page.goBack()
  await page.waitForURL('**/changes')
})

test('if the next page of changes fails, the loaded ones stay, and a retry loads more', async (t) => {
  const { page } = await openPage(t, browser(), { allowErrors: true })
  await page.route('**/rates/changes?*offset=50*', (route) => route.fulfill({ status: 500 }))
  await show(page, `${server()}/changes`)
  const hasError = async (): Promise<boolean> => {
    await page.mouse.wheel(0, 3_000)
    return page.locator('[role=alert]').isVisible()
  }
  assert.ok(await until(hasError))
  assert.equal(await page.locator('.move').count(), 50)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  const counts: number[] = []
  const isLonger = async (): Promise<boolean> => {
    counts.push(await page.locator('.move').count())
    return (counts.at(-1) ?? 0) >= 100
  }
  assert.ok(await until(isLonger))
  assert.equal(Math.min(...counts, 50), 50)
})
