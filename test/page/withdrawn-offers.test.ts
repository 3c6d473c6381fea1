import assert from 'node:assert/strict'
import { openBook } from '../support/book.ts'
import { browserTest as test, headline, openPage, sharedBrowser, show } from './open-page.ts'
import { sharedMarket } from './shared-market.ts'

/** The 12-month offer is withdrawn and returns. The last sheet confirms only that offer; the other one is stale by then. */
const book = openBook()
book.register('2026-05-01T00:00:00Z', 'alpha', { name: 'Alpha Bank' })
book.publish('2026-05-01T00:00:00Z', 'alpha', ['general 6 maturity 7', 'general 12 maturity 8'])
book.publish('2026-05-03T00:00:00Z', 'alpha', ['general 6 maturity 7'])
book.publish('2026-05-20T00:00:00Z', 'alpha', ['general 6 maturity 7', 'general 12 maturity 9'])
book.publish('2026-05-28T00:00:00Z', 'alpha', ['general 12 maturity 9'], { complete: false })
const server = sharedMarket(book, '2026-06-02T00:00:00Z')
const browser = sharedBrowser()

test('an offer that was withdrawn and returned is not called unread, and its line is interrupted', async (t) => {
  const { page } = await openPage(t, browser())
  await show(page, `${server()}/changes`)
  assert.match(await headline(page), /^1 change: 1.up, 0.down$/)
  const note = await page.innerText('.changes .note')
  assert.equal(note, 'last seen 1 May 2026, withdrawn 3 May 2026, offered again')
  await show(page, `${server()}/institution/alpha`)
  const chart = page.getByRole('img', { name: /^Chart: 12 months, / })
  assert.equal(await chart.locator('.line').count(), 2)
  await show(page, `${server()}/comparison?institutions=alpha`)
  assert.equal(await page.locator('#part-comparison .line').count(), 3, 'two lines and a swatch')
})

test('each rate counts by its own last confirmation, not by the oldest of the institution', async (t) => {
  const { page } = await openPage(t, browser())
  await show(page, `${server()}/?tenure=12`)
  assert.match(await headline(page), /^The best 12.month headline rate is 9\.00/)
  assert.equal(await page.locator('.older').count(), 0)
  await show(page, `${server()}/?tenure=6`)
  assert.match(await headline(page), /^No 6.month rate is confirmed$/)
  assert.match(await page.innerText('.ranking'), /last confirmed 13 days ago/)
  await show(page, `${server()}/institution/alpha`)
  assert.match(await page.innerText('.facts'), /1 of 2 older; the oldest was confirmed 13 days ago/)
  await show(page, `${server()}/matrix`)
  assert.equal(await headline(page), '1 institution by 2 tenures')
  assert.equal(await page.locator('.matrix .older .institution-name').count(), 1)
  await show(page, `${server()}/institution`)
  assert.match(await page.innerText('main'), /12 months, at maturity[^]*9\.00/)
})
