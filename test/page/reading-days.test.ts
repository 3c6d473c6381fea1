import assert from 'node:assert/strict'
import { evidenceBook } from '../support/evidence-book.ts'
import { openChartData, pageTest as test, show } from './open-page.ts'
import { sharedMarket } from './shared-market.ts'

/** Alpha has a collected sheet whose page is dated 1 January, and a typed sheet that entered the book a day after its reading. */
const book = evidenceBook()
book.publish('2026-02-03T06:00:00Z', 'alpha', ['general 12 maturity 9', 'general 3 maturity 8'], {
  scraped_at: '2026-02-02T09:30:00Z',
})
book.register('2026-02-04T00:00:00Z', 'punctual')
for (const [day, rate] of [
  ['04', '9'],
  ['24', '9.5'],
] as const)
  book.publish(`2026-02-${day}T05:00:00Z`, 'punctual', [`general 9 maturity ${rate}`], {
    scraped_at: `2026-02-${day}T04:00:00Z`,
  })
const server = sharedMarket(book, '2026-02-25T00:00:00Z')

test('a change says when its page was read and which date the page prints', async (page) => {
  const texts = async (selector: string): Promise<readonly string[]> =>
    (await page.locator(selector).allInnerTexts()).map((text) =>
      text.replaceAll(/\s+/g, ' ').trim(),
    )
  await show(page, `${server()}/changes?tenure=12&variant=general`)
  assert.deepEqual(await texts('.feed h2'), ['3 February 2026', '5 January 2026'])
  assert.deepEqual(await texts('.changes .institution'), [
    'Alpha Bank read 2 Feb 2026, stood for 29 days, last seen 7 Jan 2026',
    'Alpha Bank page dated 1 Jan 2026, stood for 3 days, last seen 2 Jan 2026',
  ])
  assert.doesNotMatch(await page.innerText('main'), /move/)
  await show(page, `${server()}/changes?tenure=12&variant=general&order=size`)
  assert.deepEqual(await texts('.changes .note'), [
    '3 Feb 2026, read 2 Feb 2026',
    '5 Jan 2026, page dated 1 Jan 2026',
  ])
})

test('a rate stood from its entry to the next entry, though both were read an hour earlier', async (page) => {
  await show(page, `${server()}/changes?institution=punctual`)
  assert.match(await page.innerText('.changes .institution'), /stood for 20 days, last seen/)
  await show(page, `${server()}/institution/punctual`)
  await openChartData(page)
  assert.match(await page.innerText('.chart-data tbody'), /stood 20 days, last seen/)
})
