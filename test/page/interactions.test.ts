import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { until } from '../support/cli.ts'
import { headline, pageTest as test, settled, show } from './open-page.ts'
import { sampleServer } from './shared-server.ts'

const server = sampleServer()

test('an address restores terms, range, amount and filters', async (page) => {
  await show(
    page,
    `${server()}/?tenure=60&payout=monthly&variant=senior_citizen&type=bank&stale=yes`,
  )
  assert.match(await headline(page), /^The best 60.month headline rate is/)
  assert.equal(await page.locator('.ranking .nbfi').count(), 0)
  assert.match(await page.innerText('.kicker'), /paid monthly, for senior citizens/i)
  await show(page, `${server()}/?from=2022-01-01&until=2023-01-01`)
  assert.equal(await page.getByRole('textbox', { name: 'From' }).inputValue(), '2022-01-01')
  assert.match(
    (await page.locator('.panels .tick text').allTextContents()).join(' '),
    /^2022 Mar May/,
  )
  await show(page, `${server()}/deposit?amount=250000&tenure=24&payout=monthly`)
  assert.equal(await page.getByLabel('Amount').inputValue(), '250,000')
  assert.match(await page.innerText('.deposits thead'), /Income a month/)
  await show(page, `${server()}/changes?direction=up&institution=peoples-bank&from=2026-01-01`)
  assert.equal(await page.getByLabel('Direction').inputValue(), 'up')
  assert.equal(await page.locator('.move.down').count(), 0)
  assert.equal(await page.locator('.changes .institution').count(), 2)
})

test('filters change the address, and back restores the previous ones', async (page) => {
  await show(page, `${server()}/`)
  await page.getByLabel('Tenure').selectOption('24')
  await shows(page, /24.month/)
  await page.getByLabel('Interest paid').selectOption('monthly')
  await settled(page)
  assert.equal(page.url(), `${server()}/?tenure=24&payout=monthly`)
  await page.goBack()
  await page.goBack()
  await shows(page, /12.month/)
  assert.equal(page.url(), `${server()}/`)
  await page.goForward()
  await shows(page, /24.month/)
  assert.equal(await page.getByLabel('Tenure').inputValue(), '24')
})

test('deposits rank by effective rate, and offers above the amount say why they are greyed out', async (page) => {
  await show(page, `${server()}/deposit?tenure=any&stale=yes`)
  assert.equal(await headline(page), 'At most 14.75 % a year, from Abans Finance PLC')
  await showAllRows(page)
  const rows = await page.locator('.deposits tbody tr').allInnerTexts()
  const indexOf = (tenure: RegExp): number =>
    rows.findIndex((row) => row.startsWith('Abans Finance PLC') && tenure.test(row))
  const oneYear = indexOf(/\t12 months\t13\.50\t13\.50\t/)
  const fiveYears = indexOf(/\t60 months\t14\.00\t11\.20\t/)
  assert.ok(oneYear !== -1 && fiveYears > oneYear, `${oneYear} ${fiveYears}`)
  assert.match(rows[oneYear] ?? '', /135,000\.00\t1,135,000\.00/)
  const amount = page.getByLabel('Amount')
  await amount.fill('4 000')
  await page.waitForURL(/amount=4000/)
  const greyedOut = await page.locator('.below-minimum').first().innerText()
  assert.match(greyedOut, /asks for at least [\d,]+/)
  assert.match(greyedOut, /–/)
  await amount.fill('lots')
  assert.equal(
    await page.innerText('.field-error'),
    '“lots” is not an amount above zero; write one such as 500,000. The table still shows LKR\u00A04,000.',
  )
  await amount.fill('USD 500')
  assert.match(await page.innerText('.field-error'), /“USD 500” is in another currency/)
  await show(page, `${server()}/deposit?amount=USD%20500`)
  assert.match(await page.innerText('.notice'), /amount “USD 500”, which is in another currency/)
  await show(page, `${server()}/deposit?amount=${encodeURIComponent('Rs. 1m/-')}`)
  assert.equal(await amount.inputValue(), '1,000,000')
  assert.equal(await page.locator('.notice').count(), 0)
  assert.match(await page.innerText('.formulas'), /\(1 \+ r·t\)\^\(1\/t\) − 1/)
  assert.match(await page.innerText('.formulas'), /Tax is not taken off\.$/)
})

test('figures follow the typed amount, and one edit makes one entry of the history', async (page) => {
  await show(page, `${server()}/deposit?stale=yes`)
  const entries = Number(await page.evaluate('history.length'))
  const amount = page.getByLabel('Amount')
  const firstRow = () => page.locator('.deposits tbody tr').first().innerText()
  await amount.focus()
  await amount.press('ControlOrMeta+a')
  await amount.pressSequentially('2 lakh')
  await page.waitForURL(/amount=200000$/)
  assert.match(await firstRow(), /\t27,000\.00\t227,000\.00\t/)
  await amount.pressSequentially('s')
  assert.equal(await amount.inputValue(), '2 lakhs')
  assert.equal(await page.evaluate('history.length'), entries + 1)
  await amount.press('Tab')
  assert.equal(await amount.inputValue(), '200,000')
  await page.goBack()
  assert.ok(await until(async () => (await amount.inputValue()) === '1,000,000'))
})

test('an institution links each rate to its receipt, names the source, and shows its history for other terms', async (page) => {
  await show(page, `${server()}/institution/peoples-bank`)
  assert.match(await page.innerText('.facts'), /Last confirmed 41 days ago/)
  assert.match(await page.innerText('.facts'), /Licensed commercial bank[^]*AA-\(lka\)[^]*Fitch/)
  const cell = page.locator('table.grid td a').first()
  assert.equal(
    await cell.getAttribute('aria-label'),
    "6.75 %, People's Bank, 1 month, at maturity, everyone, from 5,000: receipt",
  )
  assert.match(await page.innerText('.notes'), /Read on 9 June 2026 at peoplesbank\.lk/)
  const source = page.locator('.notes a').first()
  assert.match((await source.getAttribute('href')) ?? '', /^https:\/\/www\.peoplesbank\.lk/)
  assert.equal(await page.locator('.multiples svg').count(), 12)
  await page.getByLabel('Interest paid').selectOption('monthly')
  assert.ok(await until(async () => (await page.locator('.multiples svg').count()) === 11))
  assert.match(page.url(), /peoples-bank\?payout=monthly$/)
})

test('dragging across a chart selects a range, and a button removes it', async (page) => {
  await show(page, `${server()}/`)
  await page.locator('.panels svg').first().scrollIntoViewIfNeeded()
  const box = await page.locator('.panels svg').first().boundingBox()
  assert.ok(box !== null)
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + box.width * 0.4, y)
  assert.match(await page.innerText('.panels .readout'), /\d{4}: median \d+\.\d\d/)
  await page.mouse.move(box.x + box.width - 2, y)
  assert.doesNotMatch(await page.innerText('.panels .readout'), /no offers/)
  await page.mouse.move(box.x + box.width * 0.4, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.7, y, { steps: 4 })
  await page.mouse.up()
  const hasRange = () => /from=20\d\d-\d\d-\d\d&until=20\d\d-\d\d-\d\d/.test(page.url())
  assert.ok(await until(hasRange))
  await page.getByRole('button', { name: 'Show all' }).click()
  assert.ok(await until(() => !hasRange()))
  await page.goBack()
  assert.ok(await until(hasRange))
})

test('a link to the current section adds no history entry', async (page) => {
  await show(page, `${server()}/`)
  await show(page, `${server()}/source`)
  for (let times = 0; times < 3; times++) await page.getByRole('link', { name: 'Sources' }).click()
  await page.goBack()
  await page.waitForURL(`${server()}/`)
})

test('the keyboard alone skips the sections, sets a filter, follows a link and goes back', async (page) => {
  await show(page, `${server()}/`)
  await page.keyboard.press('Tab')
  assert.equal(await focused(page), 'Skip to the figures')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  assert.equal(await focused(page), 'Link to this moment')
  await page.keyboard.press('Tab')
  assert.equal(await focused(page), 'Show it as of today')
  // The first filter is that of banks and finance companies, the second the tenure.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await shows(page, /15.month|13.month/)
  const isLink = async (): Promise<boolean> => {
    await page.keyboard.press('Tab')
    return (await focused(page)).endsWith('PLC')
  }
  assert.ok(await until(isLink))
  await page.keyboard.press('Enter')
  await shows(page, /PLC$/)
  assert.equal(await page.evaluate('document.activeElement.tagName'), 'H1')
  await page.goBack()
  await shows(page, /.month/)
})

/** Presses the button below a long list until all rows are there. */
async function showAllRows(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Show \d+ more$/ })
  while ((await button.count()) > 0) {
    // Without waiting: the button may be gone by now.
    await page.evaluate(`document.querySelector('.end button')?.scrollIntoView()`)
    await page.evaluate('new Promise((done) => requestAnimationFrame(done))')
  }
}

async function shows(page: Page, heading: RegExp): Promise<void> {
  assert.ok(
    await until(async () => heading.test(await headline(page))),
    `${heading}: ${await headline(page)}`,
  )
  await settled(page)
}

async function focused(page: Page): Promise<string> {
  return String(await page.evaluate('document.activeElement.innerText'))
}
