import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { sharedBrowser } from '../page/open-page.ts'
import { contextOf } from './support/check-page.ts'
import { rowsWith } from './support/desk-book.ts'
import { sharedDesk } from './support/desk-server.ts'

const browser = sharedBrowser()
const desk = sharedDesk([
  {
    id: 'alpha-bank',
    name: 'Alpha Bank',
    age: 9,
    stood: rowsWith('9.00'),
    rows: rowsWith('6.90', '9.00'),
    notes: Buffer.from(
      '<h2>Notes</h2><table><tr><td>Senior citizens</td><td>9.50%</td></tr></table>',
    ),
  },
])

async function open(t: TestContext, path: string): Promise<Page> {
  const context = await contextOf(browser(), 'ann')
  t.after(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  await page.goto(desk().address + path)
  return page
}

const holdPath = (): string => {
  const held = desk()
    .desk.market()
    .entries.find(({ kind }) => kind === 'sheet-held')
  return `/hold/${held?.position}`
}

/** Looks at each captured page, in each way. */
async function lookAtAll(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'As captured' }).click()
  await page.frameLocator('iframe').getByText('Rupee fixed deposits').waitFor()
  await page.getByRole('link', { name: 'notes', exact: true }).click()
  await page.frameLocator('iframe').getByText('Senior citizens').waitFor()
  await page.getByRole('link', { name: 'As read' }).click()
  await page.locator('.grid', { hasText: 'Senior citizens' }).waitFor()
  assert.match(page.url(), /tab=read&page=1$/)
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'As read')
}

test('an edit keeps what was typed while its captured pages are looked at, and the page of a chosen cell', async (t) => {
  const page = await open(t, `${holdPath()}/edit`)
  const rate = page.getByLabel('Rate: General, 12')
  const reason = page.getByLabel('Why do you change them')
  await rate.fill('9.50')
  await reason.fill('the rate of 24 months')
  await lookAtAll(page)
  assert.deepEqual(
    [await rate.inputValue(), await reason.inputValue()],
    ['9.50', 'the rate of 24 months'],
  )
  await page.getByRole('button', { name: '9.50%' }).click()
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  assert.match(await page.getByRole('alert').innerText(), /was read from another page/)
  await page.locator('.grid', { hasText: 'Senior citizens' }).waitFor()
  assert.equal(await rate.inputValue(), '9.50')
  await page.getByRole('link', { name: 'rates', exact: true }).click()
  await page.locator('[data-choice] .lit').waitFor()
  await page.getByRole('button', { name: '9.50%' }).click()
  await page.keyboard.press('Enter')
  await page.getByText('6.90 % was read, 9.50 % is right').waitFor()
})

test('a typed sheet and a note keep what was typed while the captured pages are looked at', async (t) => {
  const page = await open(t, '/enter?institution_id=alpha-bank')
  await page.getByLabel('Rate, row 1', { exact: true }).fill('8.05')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add a row' }).click()
  const added = page.getByLabel('Rate, row 6', { exact: true })
  await added.fill('7.05')
  await lookAtAll(page)
  assert.equal(await added.inputValue(), '7.05')
  await page.getByRole('button', { name: 'Enter the sheet' }).first().click()
  await page.getByText('Some fields have problems').waitFor()
  assert.equal(await page.getByLabel('Rate, row 1', { exact: true }).inputValue(), '8.05')
  await page.locator('.grid', { hasText: 'Senior citizens' }).waitFor()

  await page.goto(desk().address + holdPath())
  await page.getByLabel('Why reject it?').fill('not sure yet')
  await lookAtAll(page)
  await page.locator('.figures a').first().click()
  await page.locator('.figures .chosen', { hasText: '6 months' }).waitFor()
  assert.equal(await page.getByLabel('Why reject it?').inputValue(), 'not sure yet')
})
