import assert from 'node:assert/strict'
import { openBook } from '../support/book.ts'
import { browserTest as test, openPage, show } from './open-page.ts'
import { sharedMarket } from './shared-market.ts'

/** Three banks offer 12 and 24 months, one offers 36 months, and one pays senior citizens more for 12 months. */
const book = openBook()
const ids = ['alpha', 'beta', 'gamma']
for (const id of ids) book.register('2026-06-01T00:00:00Z', id)
for (const [index, id] of ids.entries())
  book.publish('2026-06-01T06:00:00Z', id, [
    `general 12 maturity ${9 + index}.00`,
    `general 24 maturity ${10 + index}.00`,
    ...(id === 'alpha' ? ['general 36 maturity 15.00', 'senior_citizen 12 maturity 9.50'] : []),
  ])
const server = sharedMarket(book, '2026-06-01T12:00:00Z')

test('the yield curve counts the institutions of each point, and its lines join points of three or more', async (t) => {
  const { page } = await openPage(t, { viewport: { width: 360, height: 740 } })
  await show(page, `${server()}/matrix`)
  const curve = page.locator('#part-curve svg[role=img]')
  assert.deepEqual(await curve.locator('.count').allTextContents(), ['3', '3', '1'])
  const median = curve.locator('.series.bank:not(.thin)').filter({ has: page.locator('.count') })
  const lines = await median.locator('.line').evaluateAll(pathsOf)
  assert.deepEqual(
    lines.map((path) => path.match(/[ML]/g)?.length),
    [2],
    'one line through two points',
  )
  const notes = await curve.locator('.note').allTextContents()
  assert.equal(notes.join(' '), 'Median and highest headline rate of each tenure, % a year')
  assert.match(
    (await curve.getAttribute('aria-label')) ?? '',
    /Banks, median: lowest 10\.00 %, highest 15\.00 %, last 15\.00 %, 36 months/,
  )
  await curve.focus()
  await page.keyboard.press('End')
  assert.match(await page.innerText('#part-curve .readout'), /^36 months: .* 1 institution$/)
})

const pathsOf = (lines: readonly { readonly getAttribute: (name: string) => string | null }[]) =>
  lines.map((line) => line.getAttribute('d') ?? '')

test('a saver of a variant sees the better of its rates and those for everyone, which are not marked', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${server()}/matrix?variant=senior_citizen`)
  const cells = page.locator('.matrix tbody td.number')
  const texts = (await cells.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())
  assert.ok(texts.includes('9.50 for senior citizens'), texts.join(', '))
  assert.ok(texts.includes('10.00') && texts.includes('11.00'), texts.join(', '))
  assert.match(await page.innerText('.deck'), /A rate without a mark is for everyone\./)
})
