import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { browser, browserTest as test } from '../page/open-page.ts'
import { checkPage, contextOf } from './support/check-page.ts'
import { rowsWith } from './support/desk-book.ts'
import { sharedDesk } from './support/desk-server.ts'

const stood = rowsWith('9.00', '9.00')
const desk = sharedDesk([
  { id: 'alpha-bank', name: 'Alpha Bank', age: 50, stood, rows: rowsWith('6.90', '9.00') },
  { id: 'beta-bank', name: 'Beta Bank', age: 40, stood, rows: rowsWith('9.20', '9.20') },
  {
    id: 'edit-bank',
    name: 'Edit Bank',
    age: 10,
    stood,
    rows: rowsWith('6.90', '8.75'),
    notes: Buffer.from(
      '<h2>Notes</h2><table><tr><td>Senior citizens</td><td>9.50%</td></tr></table>',
    ),
  },
])

/** Opens a path as a reviewer. The test fails if the page logs an error other than a status that the desk answers. */
async function open(t: TestContext, path: string): Promise<Page> {
  const context = await contextOf(browser(), 'ann')
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (?:409|422|404)/.test(message.text()))
      errors.push(message.text())
  })
  t.after(async () => {
    await context.close()
    assert.deepEqual(errors, [])
  })
  await page.goto(desk().address + path)
  return page
}

const holdPath = (id: string): string => `/hold/${desk().holdOf(id)}`
const lastEntry = () => desk().desk.market().entries.at(-1)

/** Presses a key, and waits for the page that it leads to. */
async function pressTo(page: Page, key: string, name: string | RegExp): Promise<void> {
  await page.keyboard.press(key)
  await page.getByRole('heading', { level: 1, name }).waitFor()
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

test('the queue: keys lead through it', async (t) => {
  const page = await open(t, '/')
  assert.equal(await page.locator('h1').innerText(), '3 sheets wait for a decision')
  await checkPage(page)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await pressTo(page, 'Enter', 'Alpha Bank')
  await pressTo(page, 'j', 'Beta Bank')
  await pressTo(page, 'k', 'Alpha Bank')
})

test('the page of a sheet: figures are linked with cells, and keys decide', async (t) => {
  const page = await open(t, holdPath('alpha-bank'))
  const lit = page.locator('.lit')
  assert.match(await lit.innerText(), /^6\.90%/)
  await checkPage(page)
  await page.locator('.figures a').first().focus()
  await page.keyboard.press('Enter')
  await page.locator('.figures .chosen', { hasText: '6 months' }).waitFor()
  assert.match((await lit.innerText()).trim(), /^8\.00%/)
  assert.equal(
    await page.evaluate('document.activeElement.textContent'),
    'General, 6 months, at maturity, from 5000',
  )
  await page.getByRole('link', { name: 'As captured' }).click()
  assert.match(await page.frameLocator('iframe').locator('#cell').innerText(), /8\.00%/)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Raw bytes' }).click()
  assert.match((await download).suggestedFilename(), /^[0-9a-f]{64}\.html$/)

  // A key that is typed while the next sheet is loaded does not decide about the one before.
  const { position } = desk().desk.market()
  const next = Promise.withResolvers<void>()
  await page.route(`**${holdPath('beta-bank')}*`, async (route) => {
    await next.promise
    await route.continue()
  })
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  next.resolve()
  await page.getByRole('heading', { level: 1, name: 'Beta Bank' }).waitFor()
  assert.equal((await desk().desk.store().head()).position, position)

  // Keys do nothing in a field.
  await pressTo(page, 'k', 'Alpha Bank')
  await page.keyboard.press('r')
  await page.keyboard.type('a jerk typed this')
  assert.equal(await page.locator('h1').innerText(), 'Alpha Bank')
  await pressTo(page, 'Enter', 'Beta Bank')
  assert.match(await page.getByRole('status').innerText(), /^Alpha Bank: you rejected the sheet/)
  assert.equal(await page.evaluate('document.activeElement.tagName'), 'H1')
  const rejected = lastEntry()
  assert.ok(rejected?.kind === 'sheet-decided')
  assert.equal(rejected.note, 'a jerk typed this')
  await pressTo(page, 'a', 'Edit Bank')
  assert.match(
    await page.getByRole('status').innerText(),
    /Beta Bank: you approved the sheet at position \d+\. It is published at position \d+/,
  )
  assert.ok(desk().ratesOf('beta-bank').includes('general 12 maturity 5000 9.20'))
  await page.goto(desk().address + holdPath('beta-bank'))
  await page.getByText('it was approved already').waitFor()
  assert.equal(await page.locator('[data-key=a], [data-key=e], [data-key=r]').count(), 0)
})

test('the page of a sheet keeps a note while its captured pages are looked at', async (t) => {
  const page = await open(t, holdPath('edit-bank'))
  await page.getByLabel('Why reject it?').fill('not sure yet')
  await lookAtAll(page)
  await page.locator('.figures a').first().click()
  await page.locator('.figures .chosen', { hasText: '6 months' }).waitFor()
  assert.equal(await page.getByLabel('Why reject it?').inputValue(), 'not sure yet')
})

test('the page of an edit: the cell is chosen by keyboard, the findings that remain are confirmed', async (t) => {
  const path = holdPath('edit-bank')
  const page = await open(t, path)
  await pressTo(page, 'e', 'Edit Bank')
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
  await checkPage(page)
  await rate.fill('6.90')
  await rate.focus()
  await page.locator('[data-choice] .lit button').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  assert.equal(await rate.inputValue(), '9.50')
  await reason.focus()
  await pressTo(page, 'Enter', 'Edit Bank')
  await page.getByText('Confirm the edit').waitFor()
  await page.getByText('with your id and these findings.').waitFor()
  await page.getByText('6.90 % was read, 9.50 % is right').waitFor()
  assert.match(
    await page.locator('main').innerText(),
    /The AER of general 12 months maturity from 5000 is printed as 8\.75 %/,
  )
  await checkPage(page)
  await page.getByRole('button', { name: 'Publish the edited sheet' }).click()
  await page.getByRole('status').waitFor()
  assert.ok(desk().ratesOf('edit-bank').includes('general 12 maturity 5000 9.50'))
  await page.goto(desk().address + path)
  await page.getByText('a reviewer has edited it').waitFor()
})

test('the page for entering a sheet: an image PDF is entered by keyboard alone, and the sheet cites it', async (t) => {
  const page = await open(t, '/enter?institution_id=picture-bank')
  const read = page.getByLabel('When you read the rates')
  const from = page.getByLabel('I typed it from the captured page')
  assert.deepEqual([await read.inputValue(), await from.isChecked()], ['', false])
  await page.getByText('No run could read this page: tick it only if you see the rates').waitFor()
  await page.keyboard.press('n')
  assert.equal(await page.evaluate('document.activeElement.name'), 'tenure-2')
  await page.keyboard.type('12')
  for (const text of ['', '9.25', '', '5000']) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }
  await page.getByLabel('Tenure, row 1', { exact: true }).fill('100d')
  const rate = page.getByLabel('Rate, row 1', { exact: true })
  await rate.fill('abc')
  await page.getByRole('link', { name: 'As captured' }).click()
  await page.locator('iframe').waitFor()
  assert.equal(await rate.inputValue(), 'abc')
  await rate.press('Enter')
  await page.getByText('Some fields have problems').waitFor()
  assert.equal(await rate.getAttribute('aria-invalid'), 'true')
  assert.match(await page.locator('#rate-0-problem').innerText(), /abc/)
  await read.fill('2026-06-10T11:30:00Z')
  await page.getByLabel('What it lists').selectOption('yes')
  await from.focus()
  await page.keyboard.press('Space')
  await checkPage(page)
  await page.getByRole('button', { name: 'Add a row' }).click()
  assert.equal(await page.evaluate('document.activeElement.name'), 'tenure-3')
  assert.equal(await from.isChecked(), true)
  await rate.fill('7.75')
  await page.keyboard.press('Enter')
  await page.getByText('the typed figures were not looked for on it').waitFor()
  await checkPage(page)
  await page.getByLabel('Why is it right?').fill('I read the scan')
  await page.keyboard.press('Enter')
  await page.getByRole('status').waitFor()
  assert.match(
    await page.getByRole('status').innerText(),
    /The Picture Bank: the sheet that you entered is published/,
  )
  assert.deepEqual(desk().ratesOf('picture-bank').toSorted(), [
    'general 12 maturity 5000 9.25',
    'general 3.29 maturity 7.75',
  ])
  const entry = lastEntry()
  assert.ok(entry?.kind === 'sheet-published')
  assert.deepEqual(
    [entry.by, entry.typedFrom?.[0]?.url],
    ['ann', 'https://picture-bank.example/rates.pdf'],
  )
  assert.equal(await page.getByText('Could not be read').count(), 0)
})

test('the page of a correction: an institution and a figure are chosen, and its findings are shown', async (t) => {
  const page = await open(t, '/correct')
  await page.getByLabel('Institution').selectOption('alpha-bank')
  await page.getByLabel('Institution').focus()
  await page.keyboard.press('Tab')
  await pressTo(page, 'Enter', 'Alpha Bank')
  await page.getByRole('button', { name: 'Correct it' }).click()
  await page.getByText('Choose the figure that is wrong.').waitFor()
  await page.getByText('The note is missing.').waitFor()
  await page.getByText('Choose why the figure was wrong.').waitFor()
  await page.getByLabel('Cause').selectOption('misread')
  await page.getByLabel('General, 12 months').check()
  await page.getByLabel('Right rate').fill('4.00')
  await page.getByLabel('Note').fill('a digit was lost')
  await page.keyboard.press('Enter')
  await page.getByText('These findings need a reason').waitFor()
  await checkPage(page)
  await page.getByLabel('Why is it right?').fill('the page shows it')
  await page.keyboard.press('Enter')
  await page.getByRole('status').waitFor()
  assert.match(await page.getByRole('status').innerText(), /^Alpha Bank: you corrected General, 12/)
})
