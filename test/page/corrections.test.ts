import assert from 'node:assert/strict'
import { until } from '../support/cli.ts'
import { openBook } from '../support/book.ts'
import { wrongBankRepaired } from '../support/corrected-books.ts'
import { checkLayouts, overflow } from './check-layouts.ts'
import {
  browserTest as test,
  headline,
  openChartData,
  openPage,
  settled,
  show,
} from './open-page.ts'
import { sharedMarket } from './shared-market.ts'

const now = '2026-03-10T00:00:00Z'
const book = wrongBankRepaired()
book.correct('2026-03-04T00:00:00Z', 8, 'general 12 maturity 9.5', { note: 'A "slip" <of> ours.' })
book.publish('2026-03-05T00:00:00Z', 'beta', [
  'general 12 maturity 11.5',
  'women 9 monthly 10 5000',
])
book.correct('2026-03-06T00:00:00Z', 10, 'women 9 monthly none 5000', { cause: 'misprint' })
const server = sharedMarket(book, now, { country: { languages: ['en', 'si', 'ta'] } })

const rowsOf = (texts: readonly string[]): readonly string[] =>
  texts.map((text) => text.replaceAll(/\s+/g, ' ').trim())

test('every corrected figure with its cause, note and days; a retraction names the whole sheet', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${server()}/correction`)
  await checkLayouts(page, async (where) => {
    assert.equal(await headline(page), 'The last correction was on 6 March 2026', where)
    assert.deepEqual(
      rowsOf(await page.locator('.corrections tbody tr').allInnerTexts()),
      [
        'Beta Finance The page printed it wrongly. Published on 5 March 2026, corrected on 6 March 2026.',
        '9 months, monthly, women, from 5,000 10.00 not offered',
        'Alpha Bank Somebody or a program misread or mistyped it. A "slip" <of> ours. Published on 2 March 2026, corrected on 4 March 2026.',
        '12 months, at maturity 9.25 9.50',
        'Alpha Bank The whole rate sheet was retracted. Beside each figure is the rate before it. It came from another page, such as that of another institution. Published on 1 March 2026, corrected on 2 March 2026.',
        '12 months, at maturity 11.50 9.00',
        '6 months, at maturity not offered 8.00',
      ],
      where,
    )
  })
})

test('the corrections, and the links that order the changes, fit a phone in each language', async (t) => {
  const { page } = await openPage(t, { viewport: { width: 360, height: 740 } })
  for (const lang of ['ta', 'si'])
    for (const path of ['correction', 'changes', 'changes?order=institution']) {
      await show(page, `${server()}/${path}${path.includes('?') ? '&' : '?'}lang=${lang}`)
      assert.equal(await overflow(page), 0, `${lang} ${path}`)
    }
})

test('filters by type and institution; the links lead to the same list for programs', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${server()}/changes`)
  await page.getByRole('link', { name: 'Corrections' }).click()
  await page.getByLabel('Institutions').selectOption('nbfi')
  await page.waitForURL('**/correction?type=nbfi')
  await settled(page)
  assert.equal(await page.locator('.corrections del').count(), 1)
  await show(page, `${server()}/correction?institution=alpha`)
  assert.equal(await page.locator('.corrections del').count(), 3)
  const [feed, list] = await page.locator('.export-links a').all()
  const textOf = async (link = feed) =>
    (await fetch(server() + (await link?.getAttribute('href')))).text()
  assert.match(await textOf(), /<feed [^]*Alpha Bank/)
  assert.match(await textOf(list), /^\[\{"id":"p11-1"/)
  await show(page, `${server()}/correction?institution=nobody&since=2026-01-01`)
  assert.match(await page.innerText('.empty'), /No figure of these institutions/)
  assert.match(await page.innerText('.notice'), /institution “nobody”, which is not in the book/)
  assert.match(
    await page.innerText('.notice'),
    /no filter “since”; its filters are type, institution/,
  )
})

const many = openBook()
many.register('2026-01-01T00:00:00Z', 'alpha')
many.publish('2026-02-01T00:00:00Z', 'alpha', [
  'general 12 maturity 9',
  ...Array.from({ length: 60 }, (_, index) => `general ${index + 13} maturity 8`),
])
for (let index = 0; index < 60; index++)
  many.correct(
    `2026-02-02T00:00:${String(index).padStart(2, '0')}Z`,
    2,
    `general ${index + 13} maturity 8.25`,
  )
const manyServer = sharedMarket(many, now)

test('scrolling loads older corrections', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${manyServer()}/correction`)
  const count = (): Promise<number> => page.locator('.corrections del').count()
  assert.equal(await count(), 50)
  const isComplete = async (): Promise<boolean> => {
    await page.mouse.wheel(0, 3_000)
    return page.getByText('There are no older corrections').isVisible()
  }
  assert.ok(await until(isComplete))
  assert.equal(await count(), 60)
})

const repeated = openBook()
repeated.register('2026-01-01T00:00:00Z', 'alpha', { name: 'Alpha Bank' })
for (const day of ['01', '08', '15'])
  repeated.publish(`2026-02-${day}T00:00:00Z`, 'alpha', ['general 12 maturity 9'])
repeated.correct('2026-02-16T00:00:00Z', 2, 'general 12 maturity 9.5')
const repeatedServer = sharedMarket(repeated, now)

test('a figure that later sheets repeat is one row, with their number and days; its receipt is the first one', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${repeatedServer()}/correction`)
  assert.deepEqual(rowsOf(await page.locator('.corrections tbody tr').allInnerTexts()), [
    'Alpha Bank Somebody or a program misread or mistyped it. Published from 1 February 2026 to 15 February 2026, corrected on 16 February 2026.',
    '12 months, at maturity in 3 rate sheets 9.00 9.50',
  ])
  await page.locator('.corrections del a').click()
  await page.waitForURL('**/receipt/p2-1')
})

const sheets = openBook()
sheets.register('2026-01-01T00:00:00Z', 'alpha')
for (const [day, rate] of [9, 9.5, 9.5].entries()) {
  const offers = Array.from({ length: 12 }, (_, index) => `general ${index + 1} maturity ${rate}`)
  sheets.publish(`2026-02-0${day + 1}T00:00:00Z`, 'alpha', offers)
}
sheets.retract('2026-02-04T00:00:00Z', 3)
sheets.correct('2026-02-05T00:00:00Z', 2, 'general 12 maturity 8.75')
const sheetsServer = sharedMarket(sheets, now)

test('a retraction of many figures is one group, and the records of its sheet have a mark in the history', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${sheetsServer()}/correction`)
  const bodies = await page.locator('.corrections tbody').all()
  const counts = await Promise.all(bodies.map((body) => body.locator('tr').count()))
  assert.deepEqual(counts, [1 + 1, 1 + 12])
  await show(page, `${sheetsServer()}/institution/alpha`)
  await openChartData(page)
  const marks = page.locator('.chart-data .corrected')
  const labels = await Promise.all(
    (await marks.all()).map((mark) => mark.getAttribute('aria-label')),
  )
  const ofSheet = labels.filter((label) => label === 'corrected: 9.50 % of 2 Feb 2026')
  assert.deepEqual([labels.length, ofSheet.length], [1 + 12, 12])
  assert.ok(labels.includes('corrected: 9.00 % of 1 Feb 2026'))
})

const taken = openBook()
taken.register('2026-01-01T00:00:00Z', 'alpha')
taken.publish('2026-02-01T00:00:00Z', 'alpha', ['general 12 maturity 9'])
taken.retract('2026-02-02T00:00:00Z', 2)
const takenServer = sharedMarket(taken, now)

test('no view says that nothing was published where every sheet was retracted', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${takenServer()}/institution/alpha`)
  assert.match(await page.innerText('.facts'), /^Rates\s+none now\n/)
  assert.match(
    await page.innerText('.empty'),
    /No rates of it are published here; its own site says/,
  )
  for (const path of [
    '/',
    '/institution',
    '/institution/alpha',
    '/source',
    '/changes',
    '/deposit',
  ]) {
    await show(page, takenServer() + path)
    assert.doesNotMatch(
      await page.innerText('main'),
      /been published|(published|sheet|offer) yet/,
      path,
    )
  }
})
