import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { openBook } from '../support/book.ts'
import { browserTest as test, headline, openPage, show } from './open-page.ts'
import { sharedMarket } from './shared-market.ts'

const book = openBook()
book.register('2026-01-01T00:00:00Z', 'alpha')
book.publish('2026-01-02T00:00:00Z', 'alpha', ['general 12 maturity 9.50'])
const address = sharedMarket(book, '2026-01-03T00:00:00Z')
const aged = openBook()
aged.register('2026-01-01T00:00:00Z', 'alpha', { name: 'Alpha Bank' })
aged.register('2026-01-01T00:00:00Z', 'beta', { name: 'Beta Bank' })
aged.publish('2026-01-02T00:00:00Z', 'beta', ['general 12 maturity 7.40'])
aged.publish('2026-03-02T00:00:00Z', 'alpha', ['general 12 maturity 6.25'])
const agedAddress = sharedMarket(aged, '2026-03-03T00:00:00Z')

/** Another site on this machine, with a frame of the address in its query. */
async function otherSite(t: TestContext): Promise<string> {
  const site = createServer((request, response) => {
    const shown = new URL(request.url ?? '', 'http://localhost').searchParams.get('shown')
    response.setHeader('content-type', 'text/html')
    response.end(`<iframe src="${shown}" width="600" height="600"></iframe>`)
  })
  await once(site.listen(0, '127.0.0.1'), 'listening')
  t.after(() => site.close())
  return `http://localhost:${(site.address() as AddressInfo).port}/`
}

test('a page of another site shows an embedded view in a frame, and no other view', async (t) => {
  const site = await otherSite(t)
  const { page } = await openPage(t, { allowErrors: true, isAttacked: true })
  for (const [path, isShown] of [
    ['/embed/institution/alpha', true],
    ['/embed', true],
    ['/institution/alpha', false],
    ['/', false],
  ] as const) {
    await page.goto(`${site}?shown=${address()}${path}`)
    const heading = page.frameLocator('iframe').locator('main h1')
    if (isShown) await heading.waitFor()
    else
      assert.deepEqual(
        [await heading.count(), page.frames().at(-1)?.url()],
        [0, 'chrome-error://chromewebdata/'],
        path,
      )
  }
})

test('a frame says why an older rate that is higher than its heading does not count', async (t) => {
  const { page } = await openPage(t)
  const older =
    'An older rate is higher, 7.40\u00A0% at Beta Bank. It does not count, because it was not confirmed in the last 7 days.'
  for (const [path, heading, deck] of [
    ['embed', /^The best confirmed 12-month headline rate is 6\.25/, [older]],
    ['embed?part=ranking', /^The best confirmed 12-month headline rate is 6\.25/, [older]],
    ['embed?part=history', /^The best confirmed 12-month headline rate is 6\.25/, [older]],
    ['embed/deposit', /^Confirmed: at most 6\.25/, [older]],
    [
      'embed?stale=yes',
      /^The best 12-month headline rate is 7\.40/,
      ['This rate was last confirmed 60 days ago.'],
    ],
    ['embed?at=2026-01-03T00:00:00Z', /^The best 12-month headline rate is 7\.40/, []],
  ] as const) {
    await show(page, `${agedAddress()}/${path}`)
    assert.match(await headline(page), heading, path)
    assert.deepEqual(await page.locator('.deck').allTextContents(), deck, path)
  }
})
