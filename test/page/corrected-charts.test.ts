import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { openBook } from '../support/book.ts'
import { openChartData, pageTest as test, show } from './open-page.ts'
import { sharedMarket } from './shared-market.ts'

/** Solo misread a rate, and the last sheet of Trio was of another page. Nobody read either page on the days of the corrections. */
const book = openBook()
book.register('2026-11-01T00:00:00Z', 'solo')
book.register('2026-11-01T00:00:00Z', 'trio', { type: 'nbfi' })
book.publish('2026-11-03T05:00:00Z', 'solo', ['general 12 maturity 10.00'])
book.publish('2026-11-03T06:00:00Z', 'trio', ['general 12 maturity 10.50'])
book.publish('2026-11-20T05:00:00Z', 'solo', ['general 12 maturity 12.10'], {
  scraped_at: '2026-11-20T04:00:00Z',
})
book.publish('2026-11-21T05:00:00Z', 'trio', [
  'general 6 maturity 9.00',
  'general 12 maturity 11.00',
])
book.correct('2026-11-23T05:00:00Z', 5, 'general 12 maturity 10.20')
book.retract('2026-11-23T06:00:00Z', 6)
const server = sharedMarket(book, '2026-11-26T12:00:00Z')

/** The words about the lines of a view, from the accessible names of its charts. */
async function linesOf(page: Page, path: string): Promise<readonly string[]> {
  await show(page, server() + path)
  const charts = await page.getByRole('img', { name: /^Chart: / }).all()
  const names = await Promise.all(charts.map((chart) => chart.getAttribute('aria-label')))
  return names.map(
    (name) => /lowest .*? 2026\./.exec(name?.replaceAll('\u00A0', ' ') ?? '')?.[0] ?? '',
  )
}

test('a line ends at the rate as corrected, on the day of its reading', async (page) => {
  const line = 'lowest 10.00 %, highest 10.20 %, last 10.20 %, 20 November 2026.'
  assert.deepEqual(await linesOf(page, '/institution/solo'), [line])
  await openChartData(page)
  assert.match(
    await page.innerText('.chart-data'),
    /Every rate that was published[^]*10\.20[^]*12\.10/,
  )
  assert.deepEqual(await linesOf(page, '/comparison?institutions=solo'), [line])
})

test('neither a retracted sheet nor its retraction is a reading', async (page) => {
  const line = 'lowest 10.50 %, highest 10.50 %, last 10.50 %, 3 November 2026.'
  assert.deepEqual(await linesOf(page, '/institution/trio'), [line])
})

test('the line of the market ends at the last reading, not at a retraction', async (page) => {
  await show(page, `${server()}/?from=2026-11-01&tenure=12`)
  const panel = page.getByRole('img', { name: /^Chart: Finance companies/ })
  assert.match((await panel.getAttribute('aria-label')) ?? '', /, 3 November 2026/)
  await show(page, `${server()}/?from=2026-11-22&tenure=12`)
  assert.match(
    await page.innerText('.history'),
    /Finance companies: nothing was confirmed after 3 November 2026/,
  )
})
