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
  assert.equal(await headline(page), 'The last moves of 20 July 2026')
  const isCounted = async (): Promise<boolean> => {
    await page.mouse.wheel(0, 3_000)
    return /^The last move: 60.up, 84.down on 20 July/.test(await headline(page))
  }
  assert.ok(await until(isCounted), await headline(page))
})

test('typing a day sends one request, when the day is complete, and adds one history entry', async (t) => {
  const { page, requests } = await openPage(t, browser())
  await show(page, `${server()}/changes`)
  await page.getByLabel('Since').focus()
  for (const key of ['0', '6', '0', '1', '2', '0', '2', '5']) await page.keyboard.press(key)
  await page.waitForURL('**/changes?since=2025-06-01')
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
