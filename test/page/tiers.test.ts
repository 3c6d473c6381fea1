import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { headline, openChartData, pageTest as test, settled, show } from './open-page.ts'
import { sharedServer } from './shared-server.ts'
import { makeTierBook } from './tier-book.ts'

const server = sharedServer(makeTierBook)

test('an institution has a chart for each tier, which follows the tier to another minimum', async (page) => {
  await show(page, `${server()}/institution/alpha-bank`)
  const charts = await page.locator('.multiples svg').all()
  const heads = charts.map(async (chart) => chart.locator('.title, .note').allTextContents())
  assert.deepEqual(await Promise.all(heads), [
    ['6 months', '7.00 %'],
    ['12 months', 'from 5,000: 8.00 %'],
    ['12 months', 'from 250,000: 9.00 %'],
    ['24 months', 'from 10,000: no longer offered'],
    ['24 months', 'from 500,000: 10.25 %'],
  ])
  const moves = charts.map(async (chart) => {
    const lines = await chart.locator('.line').all()
    return (await Promise.all(lines.map(async (line) => movesOf(await pathOf(line))))).flat()
  })
  // The offer from 250,000 was withdrawn between its two rates, so no line leads from one to the other.
  assert.deepEqual(await Promise.all(moves), [[], ['up', 'down'], [], ['up'], ['up', 'up']])
  // The pages were not read for 36 days at first.
  assert.equal(await page.locator('.multiples .dashed').count(), 4)
})

test('the table of an institution names the minimum deposit of each rate, and where it moved', async (page) => {
  await show(page, `${server()}/institution/alpha-bank`)
  await openChartData(page)
  const texts = await page.locator('.chart-data tbody tr').allInnerTexts()
  const rows = texts.map((text) => text.replaceAll(/\s+/g, ' '))
  assert.equal(rows.length, 12)
  assert.equal(new Set(rows).size, 12)
  for (const row of [
    '10 Apr 2026 12 months from 250,000 8.75 last seen 10 Feb 2026 withdrawn 10 Mar 2026, offered again 9.00',
    '10 Mar 2026 24 months from 10,000 (before: from 5,000) 9.25 stood 28 days, last seen 10 Feb 2026 9.25',
    '10 Feb 2026 12 months from 5,000 (before: no stated minimum) 8.00 last seen 5 Jan 2026 not read for 36 days 8.25',
    '5 Jan 2026 6 months no stated minimum first 7.00',
  ])
    assert.ok(rows.includes(row), `${row}\n${rows.join('\n')}`)
})

test('the offers of an institution name their minimum deposits', async (page) => {
  await show(page, `${server()}/institution/alpha-bank`)
  assert.deepEqual(await page.locator('table.grid tbody tr').allInnerTexts(), [
    '6 months\t\n7.00',
    '12 months\t\n8.00\nfrom 5,000\n9.00\nfrom 250,000',
    '24 months\t\n10.25\nfrom 500,000',
  ])
})

test('the changes of two tiers on one day name their minimum deposits', async (page) => {
  await show(page, `${server()}/changes`)
  assert.match(await headline(page), /^\d changes: \d.up, \d.down$/)
  const rows = await page.locator('.changes tbody th').allInnerTexts()
  assert.deepEqual(
    rows.map((row) => row.replaceAll(/\s+/g, ' ').trim()),
    [
      'The alpha-bank last seen 10 Feb 2026, withdrawn 10 Mar 2026, offered again',
      '12 months, at maturity, from 250,000',
      '12 months, at maturity, from 5,000 stood for 59 days, last seen 10 Mar 2026',
      'The alpha-bank stood for 28 days, last seen 10 Feb 2026, before: from 250,000',
      '24 months, at maturity, from 500,000',
      'The alpha-bank last seen 5 Jan 2026, not read for 36 days',
      '24 months, at maturity, from 250,000',
      '24 months, at maturity, from 5,000',
      '12 months, at maturity, from 5,000 before: no stated minimum',
    ],
  )
})

test('a deposit earns the highest rate whose minimum its amount reaches', async (page) => {
  for (const [amount, best, note] of [
    ['250000', 'At most 9.00 % a year, from The alpha-bank', /from 250,000/],
    ['249999.99', 'At most 8.50 % a year, from The beta-finance', /9\.00.% from 250,000/],
    ['4999', 'At most 8.50 % a year, from The beta-finance', /asks for at least 5,000/],
  ] as const) {
    await show(page, `${server()}/deposit?tenure=12&stale=yes&amount=${amount}`)
    assert.equal(await headline(page), best)
    assert.equal(await page.locator('.deposits tbody tr').count(), 2)
    assert.match(await page.innerText('.deposits tbody'), note)
  }
})

test('the market ranks headline rates and says so, and the best rate of an institution is that of any tier', async (page) => {
  await show(page, `${server()}/?stale=yes`)
  assert.match(await headline(page), /^The best 12.month headline rate is 8\.50 %$/)
  assert.match(await page.innerText('.deck'), /The beta-finance pays it, of 2 institutions\. /)
  assert.match(
    await page.innerText('.ranking-note'),
    /pays on its lowest minimum deposit; a larger deposit may bring more\./,
  )
  assert.deepEqual(await ratesOf(page, '.ranking'), [
    'The beta-finance 8.50',
    'The alpha-bank 8.00',
  ])
  assert.equal(
    await page.locator('option', { hasText: '12 months' }).innerText(),
    '12 months (2 institutions)',
  )
  await page.getByRole('link', { name: 'Institutions' }).click()
  await settled(page)
  assert.deepEqual(await ratesOf(page, '.halves'), [
    'The alpha-bank 10.25',
    'The beta-finance 10.00',
  ])
})

async function pathOf(line: Locator): Promise<string> {
  return (await line.getAttribute('d')) ?? ''
}

/** The directions in which a step line moves. */
function movesOf(path: string): readonly string[] {
  const heights = [...path.matchAll(/(?:M[\d.]+ |V)([\d.]+)/g)].map(([, height]) => Number(height))
  return heights.slice(1).map((height, index) => (height < (heights[index] ?? 0) ? 'up' : 'down'))
}

/** The institution and the rate of each row. */
async function ratesOf(page: Page, list: string): Promise<readonly string[]> {
  const rows = await page.locator(`${list} tbody tr`).all()
  return Promise.all(
    rows.map(
      async (row) =>
        `${await row.locator('.institution-name').innerText()} ${await row.locator('.figure').innerText()}`,
    ),
  )
}
