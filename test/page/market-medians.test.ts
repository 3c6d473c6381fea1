import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { openBook } from '../support/book.ts'
import { pageTest as test, show } from './open-page.ts'
import { sharedMarket } from './shared-market.ts'

/** Of three banks, one was not confirmed in time. The bank that was there first left before the last year began. */
const book = openBook()
for (const id of ['first', 'alpha', 'beta', 'gamma']) book.register('2023-06-01T00:00:00Z', id)
book.publish('2023-06-01T06:00:00Z', 'first', ['general 12 maturity 15.00'])
book.publish('2023-07-01T06:00:00Z', 'alpha', ['general 12 maturity 9.00'])
book.publish('2023-08-01T06:00:00Z', 'first', ['general 24 maturity 15.00'])
for (const [day, rate] of [
  ['2024-08-01', '10.00'],
  ['2025-06-19', '12.00'],
])
  book.publish(`${day}T06:00:00Z`, 'beta', [`general 12 maturity ${rate}`])
book.publish('2025-06-20T06:00:00Z', 'gamma', ['general 12 maturity 11.00'])
const server = sharedMarket(book, '2025-06-20T12:00:00Z')

/** Every median of banks that the view shows. */
async function medians(page: Page) {
  const chart = page.locator('.panels svg.draggable').first()
  return {
    heading: /median bank pays (.*?)\u00A0%/.exec(await page.innerText('main'))?.[1],
    figures: await page.locator('.figures tbody .bank td.number').nth(2).innerText(),
    line: await chart.locator('.ends text:not([class*=edge], .thin)').textContent(),
    throughout: await chart.locator('.ends .thin').allTextContents(),
    legend: await chart.locator('g.legend').allTextContents(),
  }
}

test('the medians of the heading and the figures are one; a line that counts older rates too says so', async (page) => {
  await show(page, `${server()}/`)
  assert.deepEqual(await medians(page), {
    heading: '11.50',
    figures: '11.50',
    line: '11.00',
    throughout: ['9.00'],
    legend: ['Median, older rates included', 'The one there throughout', 'Lowest to highest'],
  })
})

test('with older rates included, all medians are one', async (page) => {
  await show(page, `${server()}/?stale=yes`)
  const { legend, ...shown } = await medians(page)
  assert.deepEqual(shown, {
    heading: '11.00',
    figures: '11.00',
    line: '11.00',
    throughout: ['9.00'],
  })
  assert.equal(legend[0], 'Median')
})

test('the charts show the last year at first, and the whole book on request', async (page) => {
  await show(page, `${server()}/`)
  assert.equal(await page.getByRole('textbox', { name: 'From' }).inputValue(), '2024-06-21')
  assert.doesNotMatch(await page.innerText('.history'), /No institution had an offer/)
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByText('No institution had an offer on every day shown.').waitFor()
  assert.match(page.url(), /from=2023-06-01$/)
  assert.ok(await page.getByRole('button', { name: 'Show all' }).isDisabled())
})

test('the band is pale where nobody read the pages of the group for long', async (page) => {
  await show(page, `${server()}/`)
  const bands = page.locator('.panels path.band')
  const [all, pale] = [await bands.count(), await page.locator('.panels path.band.pale').count()]
  assert.ok(pale > 0 && pale < all, `${pale} of ${all}`)
})
