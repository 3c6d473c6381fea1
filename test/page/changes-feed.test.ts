import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../support/cli.ts'
import { makeSampleBook } from '../support/sample-book.ts'
import { headline, openPage, settled, sharedBrowser, show } from './open-page.ts'
import { sharedServer } from './shared-server.ts'

const server = sharedServer(makeSampleBook)
const browser = sharedBrowser()

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
  assert.match(await headline(page), /^The last move: 1.up, 4.down on 20 July 2026$/)
  await show(page, `${server()}/changes?direction=up`)
  assert.equal(await headline(page), 'The last raises of 20 July 2026')
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
    return /^The last move: 60.up, 84.down on 20 July/.test(await headline(page))
  }
  assert.ok(await until(isCounted), await headline(page))
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
