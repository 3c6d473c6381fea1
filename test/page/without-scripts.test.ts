import assert from 'node:assert/strict'
import { openBook } from '../support/book.ts'
import { browserTest as test, openPage } from './open-page.ts'
import { sharedMarket } from './shared-market.ts'

const book = openBook()
book.register('2026-01-01T00:00:00Z', 'alpha')
book.publish('2026-01-02T00:00:00Z', 'alpha', ['general 12 maturity 9.50'])
const address = sharedMarket(book, '2026-01-03T00:00:00Z')

test('without scripts the page has one message, at once, with a link to the API', async (t) => {
  const { page } = await openPage(t, {
    javaScriptEnabled: false,
    viewport: { width: 320, height: 800 },
  })
  for (const path of ['/', '/institution/alpha', '/embed/matrix']) {
    await page.goto(address() + path)
    const message = page.locator('.startup-error')
    const opacity = "getComputedStyle(document.querySelector('.startup-error')).opacity"
    assert.equal(await page.evaluate(opacity), '1')
    assert.equal(await page.innerText('body'), await message.innerText())
    assert.match(await message.innerText(), /^This page has not started\. It needs JavaScript;/)
  }
  await page.getByRole('link', { name: 'The API' }).click()
  await page.waitForURL(`${address()}/docs`)
})

test('/docs fits a window of 320 px', async (t) => {
  const { page } = await openPage(t, { viewport: { width: 320, height: 800 } })
  await page.goto(`${address()}/docs`)
  const widths = 'document.documentElement.scrollWidth + " " + document.body.scrollWidth'
  assert.equal(await page.evaluate(widths), '320 320')
  const wide = await page.evaluate(`Array.from(document.querySelectorAll('body *'))
    .filter((element) => element.closest('pre, .table') === null || element.matches('pre, .table'))
    .filter((element) => element.getBoundingClientRect().right > 320)
    .map((element) => element.outerHTML.slice(0, 200))`)
  assert.deepEqual(wide, [])
})
