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
  { id: 'alpha-bank', name: 'Alpha Bank', age: 50, stood, rows: rowsWith('6.90', '9.00') },
  {
    id: 'beta-finance',
    name: 'Beta Finance',
    age: 40,
    format: 'pdf',
    stood,
    rows: rowsWith('13.50'),
    reviewers: 2,
  },
  { id: 'gamma-bank', name: 'Gamma Bank', age: 30, format: 'json', stood, rows: rowsWith('11.25') },
  { id: 'delta-bank', name: 'Delta Bank', age: 20, format: 'xlsx', stood, rows: rowsWith('11.50') },
  { id: 'edit-bank', name: 'Edit Bank', age: 10, stood, rows: rowsWith('6.90', '8.75') },
])

/** Opens a path as a reviewer. The test fails if the page logs an error; `expected` are statuses that it may log. */
async function open(t: TestContext, path: string, reviewer = 'ann'): Promise<Page> {
  const context = await contextOf(browser(), reviewer)
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
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

const heading = async (page: Page): Promise<string> => page.locator('h1').innerText()
const positionOf = (id: string): number =>
  desk()
    .desk.market()
    .entries.findLast((entry) => entry.kind === 'sheet-held' && entry.institutionId === id)
    ?.position ?? 0
const rateOf = (id: string): readonly string[] =>
  [...(desk().desk.market().institutions.get(id)?.standing.values() ?? [])]
    .flatMap(({ offers }) => offers)
    .map((offer) => `${tierText(offer)} ${offer.rate}`)

/** Presses a key, and waits for the page that it leads to. */
async function pressTo(page: Page, key: string, name: string | RegExp): Promise<void> {
  await page.keyboard.press(key)
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

test('the queue lists what waits, and keys lead through it', async (t) => {
  const page = await open(t, '/')
  assert.equal(await heading(page), '5 sheets wait for a decision')
  const rows = await page.locator('table').first().locator('tbody tr').allInnerTexts()
  assert.deepEqual(
    rows.map((row) => row.replaceAll(/\s+/g, ' ')),
    [
      'Alpha Bank 50 2 210 1',
      'Beta Finance 40 1 450 2 different',
      'Gamma Bank 30 1 225 1',
      'Delta Bank 20 1 250 1',
      'Edit Bank 10 2 210 1',
    ],
  )
  await page.getByText('This PDF is an image; enter it by hand.').waitFor()
  await checkPage(page)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await pressTo(page, 'Enter', 'Alpha Bank')
  await pressTo(page, 'j', 'Beta Finance')
  await pressTo(page, 'k', 'Alpha Bank')
})

test('one sheet shows the cell, the figures and the rules, and links them', async (t) => {
  for (const id of ['alpha-bank', 'beta-finance', 'gamma-bank', 'delta-bank']) {
    const page = await open(t, `/hold/${positionOf(id)}`)
    const lit = page.locator('.lit')
    assert.equal(await lit.count(), 1, id)
    const [old] = await lit.allInnerTexts()
    if (id === 'alpha-bank') await checkPage(page)
    await page.locator('.figures a').first().focus()
    await page.keyboard.press('Enter')
    await page.locator('.figures .chosen', { hasText: '6 months' }).waitFor()
    assert.match((await lit.innerText()).trim(), /^8\.00%/)
    assert.notEqual(await lit.innerText(), old)
    assert.equal(
      await page.evaluate('document.activeElement.textContent'),
      'General, 6 months, at maturity, from 5000',
    )
    await page.getByRole('link', { name: 'As captured' }).click()
    const frame = page.frameLocator('iframe')
    await frame.locator('#cell').waitFor()
    assert.match(await frame.locator('#cell').innerText(), /8\.00%/)
    if (id === 'alpha-bank') await checkPage(page)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Raw bytes' }).click()
    assert.match((await download).suggestedFilename(), /^[0-9a-f]{64}\.(?:html|pdf|json|xlsx)$/)
  }
})

test('a key that is typed while the next sheet is loaded does not decide about the one before', async (t) => {
  const page = await open(t, `/hold/${positionOf('alpha-bank')}`)
  const { position } = desk().desk.market()
  const next = Promise.withResolvers<void>()
  await page.route(`**/hold/${positionOf('beta-finance')}`, async (route) => {
    await next.promise
    await route.continue()
  })
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  next.resolve()
  await page.getByRole('heading', { level: 1, name: 'Beta Finance' }).waitFor()
  assert.equal((await desk().desk.store.head()).position, position)
})

test('an approval opens the next sheet and says what happened', async (t) => {
  const position = positionOf('gamma-bank')
  const page = await open(t, `/hold/${position}`)
  await pressTo(page, 'a', 'Delta Bank')
  assert.match(
    await page.getByRole('status').innerText(),
    /Gamma Bank: you approved the sheet at position \d+\. It is published at position \d+/,
  )
  assert.equal(await page.evaluate('document.activeElement.tagName'), 'H1')
  assert.ok(rateOf('gamma-bank').includes('general 12 maturity 5000 11.25'))
  await page.goto(`${desk().address}/hold/${position}`)
  await page.getByText('it was approved already').waitFor()
  assert.equal(await page.locator('[data-key=a], [data-key=e], [data-key=r]').count(), 0)
})

test('a rejection needs a note; keys do nothing in a field', async (t) => {
  const position = positionOf('delta-bank')
  const page = await open(t, `/hold/${position}`)
  await page.keyboard.press('r')
  await page.keyboard.type('a jerk typed this')
  assert.equal(await heading(page), 'Delta Bank')
  await pressTo(page, 'Enter', 'Edit Bank')
  assert.match(await page.getByRole('status').innerText(), /you rejected the sheet/)
  assert.deepEqual(
    desk()
      .desk.market()
      .entries.findLast(({ kind }) => kind === 'sheet-decided'),
    {
      kind: 'sheet-decided',
      institutionId: 'delta-bank',
      by: 'ann',
      hold: position,
      decision: 'rejected',
      note: 'a jerk typed this',
      at: desk().desk.now(),
      position: desk().desk.market().position,
    },
  )
  const without = await page.request.post(
    `${desk().address}/hold/${positionOf('edit-bank')}/reject`,
    { form: { note: ' ' } },
  )
  assert.equal(without.status(), 422)
  assert.match(await without.text(), /Say why\. The note is missing\./)
})

test('the first of two reviewers cannot be the second', async (t) => {
  const position = positionOf('beta-finance')
  const page = await open(t, `/hold/${position}`)
  await page.getByText('Two different reviewers must approve this sheet').waitFor()
  await page.keyboard.press('a')
  await page.getByRole('status').waitFor()
  assert.match(await page.getByRole('status').innerText(), /It waits for another reviewer/)
  await page.goto(`${desk().address}/hold/${position}`)
  await page
    .getByText('You have approved this sheet. Another reviewer must approve it too')
    .waitFor()
  assert.equal(await page.locator('[data-key=a]').count(), 0)
  await checkPage(page)
  await page.goto(desk().address)
  await page.getByText('you approved it; another reviewer must').waitFor()
  const again = await page.request.post(`${desk().address}/hold/${position}/approve`)
  assert.equal(again.status(), 200)
  assert.deepEqual(rateOf('beta-finance').includes('general 12 maturity 5000 13.50'), false)
  const second = await open(t, `/hold/${position}`, 'ben')
  await second.getByText('Another reviewer has approved this sheet').waitFor()
  await second.keyboard.press('a')
  await second.getByRole('status').waitFor()
  assert.match(await second.getByRole('status').innerText(), /It is published at position/)
  assert.ok(rateOf('beta-finance').includes('general 12 maturity 5000 13.50'))
})

test('of two reviewers who decide at once, one is told', async (t) => {
  const position = positionOf('alpha-bank')
  const pages = [await open(t, `/hold/${position}`), await open(t, `/hold/${position}`, 'ben')]
  const statuses: number[] = []
  for (const page of pages)
    page.on('response', (response) => {
      if (response.request().method() === 'POST') statuses.push(response.status())
    })
  const [ann, ben] = pages as [Page, Page]
  await ben.locator('#note').fill('not the rate')
  await Promise.all([ann.keyboard.press('a'), ben.keyboard.press('Enter')])
  await Promise.all(
    pages.map(async (page) => page.locator('[role=status], [role=alert]').first().waitFor()),
  )
  assert.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [303, 409],
  )
  const loser = (await ann.getByRole('alert').count()) === 1 ? ann : ben
  assert.match(
    await loser.getByRole('alert').innerText(),
    /^Your (?:approval|rejection) was not entered\.$/,
  )
  const [winner, decision] = loser === ann ? ['ben', 'rejected'] : ['ann', 'approved']
  await loser.getByText(`cannot be decided: it was ${decision} already by ${winner}.`).waitFor()
})

test('an edit chooses the cell by keyboard, shows the findings that remain, and is published', async (t) => {
  const position = positionOf('edit-bank')
  const page = await open(t, `/hold/${position}`)
  await pressTo(page, 'e', 'Edit Bank')
  await checkPage(page)
  await page.getByLabel('Rate: General, 12').fill('9.51')
  await page.getByLabel('Address of the cell: General, 12').fill('#char=1,5')
  await page.getByLabel('Why do you change them').fill('the rate of 24 months')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  assert.equal(await page.getByLabel('Rate: General, 12').inputValue(), '9.51')
  await checkPage(page)
  await page.getByLabel('Rate: General, 12').fill('6.90')
  await page.getByLabel('Rate: General, 12').focus()
  const cell = page.locator('[data-choice] .lit button')
  await cell.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  assert.equal(await page.getByLabel('Rate: General, 12').inputValue(), '9.50')
  await page.getByLabel('Why do you change them').focus()
  await pressTo(page, 'Enter', 'Edit Bank')
  await page.getByText('Confirm the edit').waitFor()
  await page.getByText('6.90 % was read, 9.50 % is right').waitFor()
  assert.match(
    await page.locator('main').innerText(),
    /The AER of general 12 months maturity from 5000 is printed as 8\.75 %/,
  )
  await checkPage(page)
  await page.getByRole('button', { name: 'Publish the edited sheet' }).click()
  await page.getByRole('status').waitFor()
  assert.ok(rateOf('edit-bank').includes('general 12 maturity 5000 9.50'))
  await page.goto(`${desk().address}/hold/${position}`)
  await page.getByText('a reviewer has edited it').waitFor()
  const late = await page.request.post(`${desk().address}/hold/${position}/edit`, {
    form: { reason: 'x' },
  })
  assert.equal(late.status(), 409)
  assert.equal(
    (await page.request.post(`${desk().address}/hold/${position}/approve`)).status(),
    409,
  )
})
