import assert from 'node:assert/strict'
import { openBook } from '../support/book.ts'
import { headline, pageTest as test, show } from './open-page.ts'
import { openPart, rowsOfCsv } from './saved-file.ts'
import { sharedMarket } from './shared-market.ts'

/** The 12-month offer is withdrawn and returns. The last sheet confirms only that offer; the other one is stale by then. */
const book = openBook()
book.register('2026-05-01T00:00:00Z', 'alpha', { name: 'Alpha Bank' })
book.publish('2026-05-01T00:00:00Z', 'alpha', ['general 6 maturity 7', 'general 12 maturity 8'])
book.publish('2026-05-03T00:00:00Z', 'alpha', ['general 6 maturity 7'])
book.publish('2026-05-20T00:00:00Z', 'alpha', ['general 6 maturity 7', 'general 12 maturity 9'])
book.publish('2026-05-28T00:00:00Z', 'alpha', ['general 12 maturity 9'], { complete: false })
const server = sharedMarket(book, '2026-06-02T00:00:00Z')
const laterServer = sharedMarket(book, '2026-06-20T00:00:00Z')

test('an offer that was withdrawn and returned is not called unread, and its line is interrupted', async (page) => {
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

test('each rate counts by its own last confirmation, not by the oldest of the institution', async (page) => {
  await show(page, `${server()}/?tenure=12`)
  assert.match(await headline(page), /^The best 12.month headline rate is 9\.00/)
  assert.equal(await page.locator('.older').count(), 0)
  await show(page, `${server()}/?tenure=6`)
  assert.match(await headline(page), /^No 6.month rate is confirmed$/)
  assert.match(await page.innerText('.ranking'), /last confirmed 13 days ago/)
  await show(page, `${server()}/institution/alpha`)
  assert.match(
    await page.innerText('.facts'),
    /1 of 2 older; the oldest was last confirmed 13 days ago/,
  )
  await show(page, `${server()}/matrix`)
  assert.equal(await headline(page), '1 institution by 2 tenures')
  assert.equal(await page.locator('.matrix .older .institution-name').count(), 1)
  await show(page, `${server()}/institution`)
  assert.match(await page.innerText('main'), /12 months, at maturity[^]*9\.00/)
})

test('where the rates of an institution have several ages, each place says whose age it shows', async (page) => {
  await show(page, `${laterServer()}/`)
  assert.match(await page.innerText('.ranking'), /last confirmed 23 days ago/)
  const { save } = await openPart(page, `${laterServer()}/source`, 'sources')
  const row = await page.locator('.sources tbody tr').innerText()
  assert.match(row, /its oldest offer: last confirmed 31 days ago/)
  const [saved] = rowsOfCsv((await save('CSV')).file)
  assert.equal(saved?.['Days since its oldest offer was confirmed'], '31')
  assert.equal(saved?.['Oldest offer confirmed at'], '2026-05-20T00:00:00Z')
  await show(page, `${laterServer()}/institution/alpha`)
  assert.match(
    await page.innerText('.facts'),
    /2 of 2 older; the oldest was last confirmed 31 days/,
  )
  await show(page, `${laterServer()}/matrix?stale=yes`)
  const cells = await page.locator('.matrix tbody tr').innerText()
  assert.match(cells, /its newest rate was last confirmed 23 days ago/)
  assert.match(cells, /7\.00[^]*last confirmed 31 days ago/)
})
