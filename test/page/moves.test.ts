import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../support/cli.ts'
import { makeSampleBook } from '../support/sample-book.ts'
import { headline, openPage, settled, sharedBrowser, show } from './open-page.ts'
import { sharedServer } from './shared-server.ts'

const server = sharedServer(makeSampleBook)
const browser = sharedBrowser()

test('a shared address shows what it showed: terms, range, amount, filters', async (t) => {
  const { page } = await openPage(t, browser())
  await show(page, `${server()}/?tenure=60&payout=monthly&variant=senior_citizen`)
  assert.match(await headline(page), /^The best 60-month rate is/)
  assert.match(await page.innerText('.kicker'), /paid monthly, for senior citizens/i)
  await show(page, `${server()}/?from=2022-01-01&until=2023-01-01`)
  assert.equal(await page.getByLabel('From').inputValue(), '2022-01-01')
  assert.match(
    (await page.locator('.panel .tick text').allTextContents()).join(' '),
    /^2022 Mar May/,
  )
  await show(page, `${server()}/deposit?amount=250000&tenure=24&payout=monthly`)
  assert.equal(await page.getByLabel('Amount').inputValue(), '250,000')
  assert.match(await page.innerText('.deposits thead'), /Income a month/)
  await show(page, `${server()}/changes?direction=up&institution=peoples-bank&since=2026-01-01`)
  assert.equal(await page.getByLabel('Direction').inputValue(), 'up')
  assert.equal(await page.locator('.move.down').count(), 0)
  assert.equal(await page.locator('.whose').count(), 2)
})

test('filters change the address, and back brings the last ones again', async (t) => {
  const { page } = await openPage(t, browser())
  await show(page, `${server()}/`)
  await page.getByLabel('Tenure').selectOption('24')
  await shows(page, /24-month/)
  await page.getByLabel('Interest paid').selectOption('monthly')
  await settled(page)
  assert.equal(page.url(), `${server()}/?tenure=24&payout=monthly`)
  await page.goBack()
  await page.goBack()
  await shows(page, /12-month/)
  assert.equal(page.url(), `${server()}/`)
  await page.goForward()
  await shows(page, /24-month/)
  assert.equal(await page.getByLabel('Tenure').inputValue(), '24')
})

test('what do I get: 14.00 % for five years ranks below 13.50 % for one, and greyed offers say why', async (t) => {
  const { page } = await openPage(t, browser())
  await show(page, `${server()}/deposit?tenure=any`)
  const rows = await page.locator('.deposits tbody tr').allInnerTexts()
  const found = (tenure: RegExp): number =>
    rows.findIndex((row) => row.startsWith('Abans Finance PLC') && tenure.test(row))
  const [one, five] = [
    found(/\t12 months\t13\.50\t13\.50\t/),
    found(/\t60 months\t14\.00\t11\.20\t/),
  ]
  assert.ok(one !== -1 && five > one, `${one} ${five}`)
  assert.match(rows[one] ?? '', /135,000\.00\t1,135,000\.00/)
  const amount = page.getByLabel('Amount')
  await amount.fill('4 000')
  await amount.press('Enter')
  await settled(page)
  assert.match(page.url(), /amount=4000/)
  const closed = await page.locator('.closed').first().innerText()
  assert.match(closed, /asks for at least [\d,]+/)
  assert.match(closed, /–/)
  await amount.fill('lots')
  assert.equal(
    await page.innerText('.wrong'),
    '“lots” is no number above zero; write one such as 500,000.',
  )
  await amount.fill('-5')
  assert.match(await page.innerText('.wrong'), /“-5” is no number above zero/)
  await amount.fill('9'.repeat(16))
  assert.match(await page.innerText('.wrong'), /is too long; write at most 15 digits/)
  await amount.fill('2500,50')
  assert.match(await page.innerText('.wrong'), /“2500,50” is no number above zero/)
  await amount.fill('100.005')
  assert.match(await page.innerText('.wrong'), /is finer than a cent/)
  for (const written of ['1,000,000', '10,00,000', '1 000 000', '01000000.00']) {
    await show(page, `${server()}/deposit?amount=${written}`)
    assert.equal(await amount.inputValue(), '1,000,000')
  }
  assert.equal(await page.locator('.notice').count(), 0)
  assert.match(await page.innerText('.formulas'), /\(1 \+ r·t\)\^\(1\/t\) − 1/)
})

test('an institution: each figure leads to its source, and its history is there for other terms', async (t) => {
  const { page } = await openPage(t, browser())
  await show(page, `${server()}/institution/peoples-bank`)
  assert.match(await page.innerText('.facts'), /Stale: not confirmed for \d+ days/)
  assert.match(await page.innerText('.facts'), /Licensed commercial bank[^]*AA-\(lka\)[^]*Fitch/)
  const cell = page.locator('table.grid td a').first()
  assert.match((await cell.getAttribute('href')) ?? '', /^https:\/\/www\.peoplesbank\.lk/)
  assert.match((await cell.getAttribute('title')) ?? '', /^Read on 9 June 2026 at peoplesbank\.lk$/)
  assert.match(await page.innerText('.notes'), /Read on 9 June 2026/)
  assert.equal(await page.locator('.multiples figure').count(), 8)
  await page.getByLabel('Interest paid').selectOption('monthly')
  await until(async () => (await page.locator('.multiples figure').count()) === 7)
  assert.match(page.url(), /peoples-bank\?payout=monthly$/)
})

test('a range is dragged across a chart, and taken back', async (t) => {
  const { page } = await openPage(t, browser())
  await show(page, `${server()}/`)
  await page.locator('.panel svg').first().scrollIntoViewIfNeeded()
  const box = await page.locator('.panel svg').first().boundingBox()
  assert.ok(box !== null)
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + box.width * 0.4, y)
  assert.match(await page.innerText('.panel figcaption'), /\d{4}: median \d+\.\d\d/)
  await page.mouse.move(box.x + box.width - 2, y)
  assert.doesNotMatch(await page.innerText('.panel figcaption'), /nothing known/)
  await page.mouse.move(box.x + box.width * 0.4, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.7, y, { steps: 4 })
  await page.mouse.up()
  const isRange = () => /from=20\d\d-\d\d-\d\d&until=20\d\d-\d\d-\d\d/.test(page.url())
  assert.ok(await until(isRange))
  await page.getByRole('button', { name: 'Show all' }).click()
  assert.ok(await until(() => !isRange()))
  await page.goBack()
  assert.ok(await until(isRange))
})

test('the section that is shown is no step in the history', async (t) => {
  const { page } = await openPage(t, browser())
  await show(page, `${server()}/`)
  await show(page, `${server()}/sources`)
  for (let times = 0; times < 3; times++) await page.getByRole('link', { name: 'Sources' }).click()
  await page.goBack()
  await page.waitForURL(`${server()}/`)
})

test('by keyboard alone: past the sections, to a filter, through a link, and back', async (t) => {
  const { page } = await openPage(t, browser())
  await show(page, `${server()}/`)
  await page.keyboard.press('Tab')
  assert.equal(await focused(page), 'To the figures')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await shows(page, /15-month|13-month/)
  const isLink = async (): Promise<boolean> => {
    await page.keyboard.press('Tab')
    return (await focused(page)).endsWith('PLC')
  }
  assert.ok(await until(isLink))
  await page.keyboard.press('Enter')
  await shows(page, /PLC$/)
  assert.equal(await page.evaluate('document.activeElement.tagName'), 'H1')
  await page.goBack()
  await shows(page, /-month/)
})

async function shows(page: Page, says: RegExp): Promise<void> {
  assert.ok(
    await until(async () => says.test(await headline(page))),
    `${says}: ${await headline(page)}`,
  )
  await settled(page)
}

async function focused(page: Page): Promise<string> {
  return String(await page.evaluate('document.activeElement.innerText'))
}
