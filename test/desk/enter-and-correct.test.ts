import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { tierText } from '../../src/domain/offer.ts'
import { sharedBrowser } from '../page/open-page.ts'
import { checkPage, contextOf } from './support/check-page.ts'
import { rowsWith } from './support/desk-book.ts'
import { sharedDesk } from './support/desk-server.ts'

const stood = rowsWith('9.00', '9.00')
const browser = sharedBrowser()
const desk = sharedDesk([
  { id: 'alpha-bank', name: 'Alpha Bank', age: 50, stood, rows: rowsWith('9.10', '9.10') },
  {
    id: 'beta-bank',
    name: 'Beta Bank',
    age: 40,
    stood,
    repeats: 1,
    rows: rowsWith('9.20', '9.20'),
  },
])

async function open(t: TestContext, path: string, reviewer = 'ann'): Promise<Page> {
  const context = await contextOf(browser(), reviewer)
  t.after(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  await page.goto(desk().address + path)
  return page
}

const lastEntry = () => desk().desk.market().entries.at(-1)
const rates = (id: string): readonly string[] =>
  [...(desk().desk.market().institutions.get(id)?.standing.values() ?? [])]
    .flatMap(({ offers }) => offers)
    .map((offer) => `${tierText(offer)} ${offer.rate}`)

test('an image PDF is entered by hand, by keyboard alone, and the sheet cites it', async (t) => {
  const page = await open(t, '/')
  for (let line = 0; line < 3; line++) await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'The Picture Bank' }).waitFor()
  await page.getByText('This PDF is an image; enter it by hand.').waitFor()
  await checkPage(page)
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
  await page.getByLabel('Rate, row 1', { exact: true }).fill('abc')
  await page.keyboard.press('Enter')
  await page.getByText('Some fields have problems').waitFor()
  const rate = page.getByLabel('Rate, row 1', { exact: true })
  assert.equal(await rate.getAttribute('aria-invalid'), 'true')
  assert.match(await page.locator('#rate-0-problem').innerText(), /abc/)
  assert.match(
    await page.locator('#scraped_at-problem').innerText(),
    /scraped_at|required|missing/i,
  )
  await read.fill('2026-06-10T11:30:00Z')
  await from.focus()
  await page.keyboard.press('Space')
  assert.equal(await page.getByLabel('Rate, row 3', { exact: true }).inputValue(), '9.25')
  await checkPage(page)
  await page.getByRole('button', { name: 'Add a row' }).click()
  assert.equal(await page.evaluate('document.activeElement.name'), 'tenure-3')
  assert.equal(await from.isChecked(), true)
  await rate.fill('7.75')
  await page.keyboard.press('Enter')
  await page.getByRole('status').waitFor()
  assert.match(
    await page.getByRole('status').innerText(),
    /The Picture Bank: the sheet that you entered is published/,
  )
  assert.deepEqual(rates('picture-bank').toSorted(), [
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

test('findings need a reason, two-person ones another reviewer; pasted CSV fills the rows', async (t) => {
  const page = await open(t, '/enter?institution_id=alpha-bank')
  await page.getByText('Paste CSV').click()
  await page
    .getByLabel('Lines with variant')
    .fill(
      'general;6;maturity;8.00;;5000\ngeneral;12;maturity;13.50;;5000\ngeneral;24;maturity;9.50;;5000',
    )
  await page.getByRole('button', { name: 'Replace the rows' }).click()
  assert.equal(await page.getByLabel('Rate, row 2', { exact: true }).inputValue(), '13.50')
  await page.getByRole('button', { name: 'Enter the sheet' }).click()
  await page.getByText('two people should see a move of more than 300').waitFor()
  await page.getByText('Another reviewer must approve it too').waitFor()
  await checkPage(page)
  await page.getByRole('button', { name: 'Enter it in spite' }).click()
  await page.getByText('Give a reason, or change the rates.').waitFor()
  await page.getByLabel('Why is it right?').fill('their branch confirmed it')
  await page.keyboard.press('Enter')
  await page.getByRole('status').waitFor()
  assert.match(await page.getByRole('status').innerText(), /It waits for another reviewer/)
  const decided = lastEntry()
  assert.ok(decided?.kind === 'sheet-decided')
  const second = await open(t, `/hold/${decided.hold}`, 'ben')
  await second.getByText('Typed by ann').waitFor()
  await second.keyboard.press('a')
  await second.getByRole('status').waitFor()
  assert.ok(rates('alpha-bank').includes('general 12 maturity 5000 13.50'))
})

test('a figure is corrected, with a reason for what the gate finds, and a sheet is retracted', async (t) => {
  const page = await open(t, '/correct')
  await page.getByLabel('Institution').selectOption('beta-bank')
  await page.getByLabel('Institution').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Beta Bank' }).waitFor()
  await checkPage(page)
  await page.getByRole('button', { name: 'Correct it' }).click()
  await page.getByText('Choose the figure that is wrong.').waitFor()
  await page.getByText('The note is missing.').waitFor()
  assert.match(
    await page.getByRole('row', { name: 'General, 12 months' }).innerText(),
    /9\.00\s+2026-06-01, position \d+; repeated by 1 later sheet$/,
  )
  await page.getByLabel('General, 12 months').check()
  await page.getByLabel('Right rate').fill('4.00')
  await page.getByLabel('Note').fill('a digit was lost')
  await page.keyboard.press('Enter')
  await page.getByText('The gate finds this implausible').waitFor()
  await checkPage(page)
  await page.getByLabel('Why is it right?').fill('the page shows it')
  await page.keyboard.press('Enter')
  await page.getByRole('status').waitFor()
  assert.match(
    await page.getByRole('status').innerText(),
    /^Beta Bank: you corrected General, 12 months, at maturity, from 5000: 4\.00 % instead of 9\.00 %, in the sheet at position \d+ and in 1 later sheet that repeats it\.$/,
  )
  assert.ok(rates('beta-bank').includes('general 12 maturity 5000 4.00'))
  const corrected = lastEntry()
  assert.ok(corrected?.kind === 'rate-corrected')
  assert.deepEqual(
    [corrected.by, corrected.note, corrected.reason],
    ['ann', 'a digit was lost', 'the page shows it'],
  )
  assert.equal(corrected.correction.figures.length, 2)
  await page.goto(`${desk().address}/correct?institution_id=beta-bank`)
  await page.getByLabel('Retract a whole sheet').check()
  await page.getByLabel('Note').fill('the sheet of another bank')
  await page.keyboard.press('Enter')
  await page.getByText('you retracted the sheet at position').waitFor()
  const retraction = lastEntry()
  assert.ok(retraction?.kind === 'rate-corrected' && retraction.correction.isRetraction)
  assert.equal(retraction.correction.of, corrected.correction.figures[1]?.of)
})

test('a hold that was overtaken cannot be decided, and says why', async (t) => {
  const hold = desk()
    .desk.market()
    .entries.find((entry) => entry.kind === 'sheet-held' && entry.institutionId === 'beta-bank')
  const page = await open(t, `/hold/${hold?.position}`)
  await page.getByText('a sheet or a correction of the institution was published since').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0)
  await checkPage(page)
  const late = await page.request.post(`${desk().address}/hold/${hold?.position}/approve`)
  assert.equal(late.status(), 409)
})
