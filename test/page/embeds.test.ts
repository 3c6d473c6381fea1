import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { openBook } from '../support/book.ts'
import { browserTest as test, openPage, sharedBrowser } from './open-page.ts'
import { sharedMarket } from './shared-market.ts'

const book = openBook()
book.register('2026-01-01T00:00:00Z', 'alpha')
book.publish('2026-01-02T00:00:00Z', 'alpha', ['general 12 maturity 9.50'])
const address = sharedMarket(book, '2026-01-03T00:00:00Z')
const browser = sharedBrowser()

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
  const { page } = await openPage(t, browser(), { allowErrors: true, isAttacked: true })
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
