import assert from 'node:assert/strict'
import { openBook } from '../support/book.ts'
import { until } from '../support/cli.ts'
import { browserTest as test, headline, openPage, settled, show } from './open-page.ts'
import { sharedMarket } from './shared-market.ts'
import { sampleServer } from './shared-server.ts'

const server = sampleServer()

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

test('scrolling loads older changes, and back restores the scroll position', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${server()}/changes`)
  const count = (): Promise<number> => page.locator('.move').count()
  const first = await count()
  assert.ok(first >= 60 && first < 144, String(first))
  const isComplete = async (): Promise<boolean> => {
    await page.mouse.wheel(0, 3_000)
    return page.getByText('There are no older changes').isVisible()
  }
  assert.ok(await until(isComplete))
  assert.equal(await count(), 144)
  const link = page.locator('.changes .institution a').nth(8)
  await link.scrollIntoViewIfNeeded()
  const scrollPosition = async () => Number(await page.evaluate('scrollY'))
  // A busy browser may still carry out the last turns of the wheel.
  let position = -1
  const isStill = async (): Promise<boolean> => position === (position = await scrollPosition())
  assert.ok(await until(isStill))
  assert.ok(position > 500, String(position))
  await link.click()
  await page.waitForURL('**/institution/*')
  await settled(page)
  await page.goBack()
  assert.ok(await until(async () => (await count()) === 144))
  assert.ok(await until(async () => Math.abs((await scrollPosition()) - position) <= 2))
})

test('the heading counts what the list shows: the filters and the days, not the newest day', async (t) => {
  const { page } = await openPage(t)
  const headingAt = async (path: string): Promise<string> => {
    await show(page, `${server()}/changes${path}`)
    return (await headline(page)).replaceAll('\u00A0', ' ')
  }
  assert.equal(await headingAt('?from=2026-06-01&until=2026-06-30'), '43 changes: 29 up, 14 down')
  assert.match(
    await page.innerText('.deck'),
    / 37 came more than 31 days after the previous rate was last seen/,
  )
  assert.match(await page.innerText('.kicker'), /from 1 June 2026, until 30 June 2026$/i)
  assert.equal(await headingAt('?direction=up&from=2026-06-01&until=2026-06-30'), '29 raises')
  assert.equal(await headingAt('?until=2026-06-30&from=2026-06-10'), '14 changes: 0 up, 14 down')
  assert.equal(await headingAt(''), '144 changes: 60 up, 84 down')
})

test('what the changes of an institution have in common is said once, and each change has one line', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${server()}/changes?from=2026-06-09&until=2026-06-09`)
  const lines = (await page.locator('.changes tbody th').allInnerTexts()).map((text) =>
    text.replaceAll(/\s+/g, ' '),
  )
  assert.equal(
    lines[0],
    "People's Bank last seen 9 Sept 2025, not read for 8 months, before: no stated minimum",
  )
  assert.equal(lines[1], '60 months, monthly, from 5,000')
  assert.ok(
    lines.includes('12 months, at maturity, from 5,000 stood for 5 days, last seen 4 Jun 2026'),
  )
  const { page: other } = await openPage(t)
  await show(other, `${readServer()}/changes`)
  assert.deepEqual(await other.locator('.changes .institution .note').allInnerTexts(), [
    'stood for 8 months, last seen 2 Feb 2026',
    'last seen 1 Aug 2025, not read for 6 months',
  ])
  await show(other, `${readServer()}/changes?institution=beta`)
  assert.match(
    await other.innerText('.deck'),
    / It came more than 31 days after the previous rate was last seen/,
  )
})

test('every filter is a parameter of the address and of the request', async (t) => {
  const { page, requests } = await openPage(t)
  const filters =
    'type=bank&tenure=12&payout=maturity&variant=general&direction=down&until=2026-06-30'
  await show(page, `${server()}/changes?from=2025-01-01&${filters}`)
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
    details: 'true',
    known_at: '2026-07-20T00:00:00Z',
  })
  assert.equal(await page.locator('.notice').count(), 0)
  assert.equal(await page.locator('.end').innerText(), 'No older changes with these filters.')
  const rows = await page.locator('.changes th[scope=row]').allInnerTexts()
  assert.ok(rows.length > 0 && rows.every((row) => row.startsWith('12 months, at maturity')))
  await page.getByLabel('From', { exact: true }).fill('2026-01-01')
  await page.waitForURL(`**/changes?from=2026-01-01&${filters}`)
  await page.getByLabel('Interest paid').selectOption({ label: 'All payouts' })
  await page.waitForURL((url) => !url.searchParams.has('payout'))
})

test('this month and the last one are links that keep the other filters', async (t) => {
  const { page } = await openPage(t)
  await page.clock.setFixedTime('2026-01-15T00:00:00Z')
  await show(page, `${server()}/changes?direction=down&at=today&from=2020-01-01`)
  await page.getByRole('link', { name: 'Last month' }).click()
  await page.waitForURL('**/changes?direction=down&at=today&from=2025-12-01&until=2025-12-31')
  const current = page.locator('form .presets [aria-current]')
  assert.equal(await current.innerText(), 'Last month')
  await page.getByRole('link', { name: 'This month' }).click()
  await page.waitForURL('**/changes?direction=down&at=today&from=2026-01-01&until=2026-01-31')
})

test('of a pinned view, this month is that of its instant', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${server()}/changes?at=2026-03-31T00:00:00Z`)
  await page.getByRole('link', { name: 'This month' }).click()
  await page.waitForURL((url) => url.search.endsWith('&from=2026-03-01&until=2026-03-31'))
})

test('a book whose offers have ended is not called empty', async (t) => {
  const { page } = await openPage(t)
  await page.route('**/summary*', (route) =>
    route.fulfill({ json: [], headers: { 'ratebook-position': '1' } }),
  )
  await show(page, `${readServer()}/changes?direction=up`)
  assert.match(await page.innerText('.empty'), /^No change passes these filters\./)
})

test('if only the filters fail to load, the changes are current and go on loading', async (t) => {
  const { page } = await openPage(t, { allowErrors: true })
  await page.route('**/summary*', (route) => route.fulfill({ status: 500, body: '' }))
  await show(page, `${server()}/changes`)
  const alert = page.locator('[role=alert]')
  assert.doesNotMatch(await alert.innerText(), /previous answer/)
  const hasMore = async (): Promise<boolean> => {
    await page.mouse.wheel(0, 3_000)
    return (await page.locator('.move').count()) > 60
  }
  assert.ok(await until(hasMore))
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await alert.waitFor({ state: 'detached' })
})

test('typing a day sends one request, when the day is complete, and adds one history entry', async (t) => {
  const { page, requests } = await openPage(t)
  await show(page, `${server()}/changes`)
  await page.getByLabel('From', { exact: true }).focus()
  for (const key of ['0', '6', '0', '1', '2', '0', '2', '5']) await page.keyboard.press(key)
  await page.waitForURL('**/changes?from=2025-06-01')
  await settled(page)
  assert.equal(requests.filter((url) => url.includes('since=')).length, 1)
  await page.goBack()
  await page.waitForURL('**/changes')
})
