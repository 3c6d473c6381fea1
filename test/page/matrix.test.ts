import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { openBook } from '../support/book.ts'
import { until } from '../support/cli.ts'
import { checkLayouts } from './check-layouts.ts'
import { browserTest as test, headline, openPage, settled, show } from './open-page.ts'
import { openPart, rowsOfCsv } from './saved-file.ts'
import { sharedMarket } from './shared-market.ts'
import { sampleServer } from './shared-server.ts'

const server = sampleServer()
const small = openBook()
const ids = ['alpha', 'beta', 'gamma']
for (const id of ids) small.register('2026-01-01T00:00:00Z', id, { name: `${id} Bank` })
small.register('2026-01-01T00:00:00Z', 'peoples-bank', { name: "People's Bank" })
small.register('2026-01-01T00:00:00Z', 'credit', { name: 'Crédit Agricole' })
for (const month of ['02', '03', '06'])
  for (const [index, id] of ids.entries())
    small.publish(`2026-${month}-0${index + 1}T00:00:00Z`, id, [
      `general 6 maturity ${8 + index}.${month}`,
      `general 12 maturity ${9 + index}.${month} 5000`,
      `general 12 maturity ${9 + index}.75 1000000`,
    ])
const smallServer = sharedMarket(small, '2026-06-04T00:00:00Z')
const emptyServer = sharedMarket(openBook(), '2026-06-04T00:00:00Z')

/** What the table of all rates shows. */
async function shownCounts(page: Page): Promise<string> {
  const names = await page.locator('.matrix .institution-name').allInnerTexts()
  const tenures = (await page.locator('.matrix thead th').count()) - 1
  return `${new Set(names).size} institutions by ${tenures} tenures`
}

test('the best of each column is marked, and the institutions are sorted and found', async (t) => {
  const { page, requests } = await openPage(t)
  await show(page, `${server()}/matrix`)
  assert.equal(await headline(page), '18 institutions by 9 tenures')
  assert.equal(await headline(page), await shownCounts(page))
  assert.equal(
    await page.innerText('.matrix .older th'),
    'Older rates of 13 institutions, not confirmed in the last 7 days',
  )
  assert.equal(requests.filter((url) => url.includes('/evidence')).length, 1)
  const best = page.locator('.matrix .best').first()
  assert.match(
    (await best.getAttribute('aria-label')) ?? '',
    /the highest confirmed rate of its column; an older one is higher: receipt$/,
  )
  const marksOf = () =>
    page
      .locator('.matrix .best')
      .evaluateAll((all) => [
        ...new Set(all.map((one) => getComputedStyle(one, '::before').content)),
      ])
  assert.deepEqual(await marksOf(), ['"☆ "'])
  assert.match(
    await page.innerText('.deck'),
    /highest confirmed rate of each column is marked\. In \d columns an older rate is higher than the one marked ☆; it does not count, because it was not confirmed in the last 7 days/,
  )
  await page.getByRole('button', { name: 'Institution', exact: true }).click()
  await page.waitForURL('**/matrix?sort=name')
  await page.locator('th[aria-sort=ascending]').waitFor()
  const entries = Number(await page.evaluate('history.length'))
  await page.getByLabel('Find').pressSequentially('bank')
  await page.waitForURL('**/matrix?sort=name&find=bank')
  await settled(page)
  const names = await page.locator('.matrix .institution-name').allInnerTexts()
  assert.ok(names.length > 0 && names.every((name) => /bank/i.test(name)), names.join())
  assert.equal(await headline(page), await shownCounts(page))
  assert.equal(await page.evaluate('history.length'), entries)
  await page.getByLabel('Find').fill('no such name')
  await page.getByText('No institution is called “no such name”.').waitFor()
  await page.getByLabel('Find').fill('')
  await page.getByLabel('Include older rates').check()
  await settled(page)
  assert.equal(await headline(page), '18 institutions by 9 tenures')
  await page.getByRole('button', { name: 'Show all 30 tenures' }).click()
  await settled(page)
  assert.equal(await headline(page), '18 institutions by 30 tenures')
  assert.equal(await headline(page), await shownCounts(page))
  assert.deepEqual(await marksOf(), ['"★ "'])
  assert.match((await best.getAttribute('aria-label')) ?? '', /the highest of its column: receipt$/)
})

test('the head of the table says only what the table shows', async (t) => {
  const lowest = 'Each rate is that of the lowest minimum deposit.'
  for (const [address, marks, deck] of [
    [`${smallServer()}/matrix`, 2, [`${lowest} The highest of each column is marked.`]],
    [
      `${server()}/matrix?at=2023-05-01T00:00:00Z`,
      0,
      [`${lowest} Older rates stand below and are not marked.`],
    ],
    [`${emptyServer()}/matrix`, 0, []],
  ] as const) {
    const { page } = await openPage(t)
    await show(page, address)
    assert.deepEqual(await page.locator('.deck').allInnerTexts(), deck)
    assert.equal(await page.locator('.matrix .best').count(), marks, address)
  }
})

test('the institutions of a file have the order of the table', async (t) => {
  const { page } = await openPage(t)
  for (const sort of ['', '-name', '24']) {
    const { save } = await openPart(page, `${server()}/matrix?stale=yes&sort=${sort}`, 'matrix')
    const names = await page.locator('.matrix .institution-name').allInnerTexts()
    const rows = rowsOfCsv((await save('CSV')).file)
    assert.deepEqual([...new Set(rows.map((row) => row['Institution']))], names, sort)
  }
})

test('up to five institutions are chosen in the table, and compared in one chart', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${server()}/matrix?sort=name&stale=yes`)
  const boxes = page.locator('.matrix tbody input')
  for (let index = 0; index < 5; index++) await boxes.nth(index).check()
  assert.ok(await boxes.nth(5).isDisabled())
  assert.match(await page.innerText('.chosen'), /Five is the most/)
  await page.getByRole('link', { name: 'Compare them over time' }).click()
  await page.waitForURL('**/comparison?*')
  await settled(page)
  assert.equal(await headline(page), '5 institutions compared')
  const chart = page.locator('#part-comparison svg[role=img]')
  assert.equal(await chart.locator('.series .marks').count(), 10, 'each line and its swatch')
  assert.match((await chart.getAttribute('aria-label')) ?? '', /lowest .* highest .* last /)
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click()
  assert.ok(await until(async () => (await headline(page)) === '4 institutions compared'))
  await page.getByLabel('Add an institution').fill('no such bank')
  assert.ok(await page.getByRole('button', { name: 'Add' }).isDisabled())
})

test('the field of the comparison finds a name however its reader writes it', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${smallServer()}/comparison?institutions=alpha`)
  const field = page.getByLabel('Add an institution')
  const matches = page.locator('.matches button')
  for (const text of ['peoples', 'People’s  bank', 'PEOPLE´S', "people's"]) {
    await field.fill(text)
    assert.deepEqual(await matches.allInnerTexts(), ["People's Bank"], text)
    assert.ok(await page.getByRole('button', { name: 'Add', exact: true }).isEnabled(), text)
  }
  await field.press('Enter')
  await page.waitForURL(/institutions=alpha%2Cpeoples-bank/)
  await settled(page)
  await field.fill('bank')
  assert.deepEqual(await matches.allInnerTexts(), ['beta Bank', 'gamma Bank'])
  await field.fill('credit')
  await matches.click()
  await page.waitForURL(/institutions=alpha%2Cpeoples-bank%2Ccredit/)
  assert.equal(await matches.count(), 0)
  await field.fill('nobody')
  assert.equal(await page.innerText('.matches'), 'No institution is called “nobody”.')
})

test('both views fit the window and axe finds nothing; a notice names unknown institutions', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${smallServer()}/matrix?institutions=alpha`)
  await checkLayouts(page, async (where) => {
    assert.equal(await page.locator('#part-curve svg[role=img]').count(), 1, where)
  })
  await show(page, `${smallServer()}/comparison?institutions=alpha,beta,gamma`)
  await checkLayouts(page, async (where) => {
    assert.equal(await page.locator('.compared tbody tr').count(), 3, where)
  })
  await show(page, `${smallServer()}/comparison?institutions=nobody`)
  assert.match(await page.innerText('.notice'), /not in the book: nobody\./)
  await show(page, `${smallServer()}/matrix?institutions=nobody,alpha`)
  assert.match(await page.innerText('.notice'), /not in the book: nobody\./)
  assert.match(await page.innerText('.chosen'), /^One institution is chosen/)
  await show(page, `${smallServer()}/comparison?institutions=nobody`)
  await page
    .getByRole('link', { name: /^Compare / })
    .last()
    .click()
  await settled(page)
  assert.equal(await headline(page), '3 institutions compared')
})

test('a chosen range begins with the rates that stood then', async (t) => {
  const { page } = await openPage(t)
  await show(
    page,
    `${smallServer()}/comparison?institutions=alpha,beta&from=2026-03-02&until=2026-03-20`,
  )
  const lines = page.locator('#part-comparison .series').filter({ has: page.locator('.line') })
  assert.equal(await lines.count(), 4, 'two lines and their swatches')
  const name = (await page.locator('#part-comparison svg').getAttribute('aria-label')) ?? ''
  assert.match(name, /alpha Bank: lowest 9\.03 %, highest 9\.03 %/)
  // Nothing was read in these days, but the rates of March stood at their beginning.
  await show(
    page,
    `${smallServer()}/comparison?institutions=alpha,beta&from=2026-04-01&until=2026-04-20`,
  )
  assert.equal(await lines.count(), 4)
})
