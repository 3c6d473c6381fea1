import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { until } from '../support/cli.ts'
import { largeBook, largeNow } from '../page/large-book.ts'
import { browserTest as test, headline, openPage, settled, show } from '../page/open-page.ts'
import { insuredUpTo } from '../support/source.ts'
import { sharedMarket } from '../page/shared-market.ts'

const server = sharedMarket(largeBook(), largeNow, {
  settings: insuredUpTo('1100000'),
})

const views = [
  '/',
  '/deposit',
  '/deposit?tenure=any&payout=any&split=yes&amount=5000000',
  '/institution',
  '/changes',
]

for (const path of views) {
  test(`${path} of 300 institutions: few elements at first, and nothing jumps on a phone`, async (t) => {
    const { page } = await openPage(t, { viewport: { width: 360, height: 800 } })
    await page.addInitScript(observeShifts)
    const visits: number[] = []
    // The first visit fills the caches.
    for (let visit = 0; visit < 4; visit++) {
      await show(page, server() + path)
      visits.push(Number(await page.evaluate('completeAt')))
    }
    const elements = Number(await page.evaluate(`document.querySelectorAll('*').length`))
    const shift = Number(await page.evaluate('shift'))
    const rounded = `${visits.map(Math.round).join(', ')} ms, ${elements} elements, shift ${shift.toFixed(3)}`
    t.diagnostic(rounded)
    assert.ok(elements < 2000, rounded)
    assert.ok(shift < 0.05, `${rounded}: ${String(await page.evaluate('JSON.stringify(shifted)'))}`)
  })
}

test('a new amount keeps the length of the list, which grows as the reader scrolls', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${server()}/deposit?tenure=any&payout=any`)
  const times: number[] = []
  for (const amount of ['2', '20', '200', '2000', '20000', '200000'])
    times.push(await typed(page, amount))
  t.diagnostic(`a new amount: ${times.map(Math.round).join(', ')} ms`)
  assert.equal(await page.locator('.deposits tbody tr').count(), 60)
  await page.locator('.end').scrollIntoViewIfNeeded()
  assert.ok(await until(async () => (await page.locator('.deposits tbody tr').count()) === 120))
})

test('stale institutions stand apart, and the address of a very long name shows two lines of it', async (t) => {
  const { page } = await openPage(t)
  await show(page, server())
  assert.match(await headline(page), /^The best (?:confirmed )?12.month headline rate is/)
  assert.match(
    await page.innerText('.insurance'),
    /^Banks and finance companies: insured up to LKR\s1,100,000\./,
  )
  const count = async () => page.locator('.figures tbody td.number:nth-of-type(2)').allInnerTexts()
  assert.deepEqual(await count(), ['96', '192'])
  await page.getByLabel('Include older rates').check()
  await settled(page)
  assert.deepEqual(await count(), ['100', '200'])
  await show(page, `${server()}/institution`)
  const tallest = await page.evaluate(
    `Math.max(...[...document.querySelectorAll('.institution-name')].map((name) => name.clientHeight))`,
  )
  assert.ok(Number(tallest) < 60, String(tallest))
})

test('all rates of 300 institutions: few elements at first, the best of each column marked, sorted and found', async (t) => {
  const { page, requests } = await openPage(t)
  await show(page, `${server()}/matrix`)
  assert.ok(Number(await page.evaluate(`document.querySelectorAll('*').length`)) < 2000)
  assert.equal(await headline(page), '300 institutions by 8 tenures')
  assert.equal(requests.filter((url) => url.includes('/evidence')).length, 1)
  const best = page.locator('.matrix .best').first()
  assert.match((await best.getAttribute('aria-label')) ?? '', /the highest of its column: receipt$/)
  await page.getByRole('button', { name: 'Institution', exact: true }).click()
  await page.waitForURL('**/matrix?sort=name')
  assert.equal(await page.locator('th[aria-sort=ascending]').count(), 1)
  const entries = Number(await page.evaluate('history.length'))
  await page.getByLabel('Find').pressSequentially('kandy')
  await page.waitForURL('**/matrix?sort=name&find=kandy')
  const names = await page.locator('.matrix .institution-name').allInnerTexts()
  assert.ok(names.length > 0 && names.every((name) => /kandy/i.test(name)), names.join())
  assert.equal(await page.evaluate('history.length'), entries)
  await page.getByLabel('Find').fill('no such name')
  await page.getByText('No institution is called “no such name”.').waitFor()
  await page.getByLabel('Find').fill('')
  await page.getByLabel('Include older rates').check()
  assert.ok(await until(async () => (await page.locator('.matrix .older').count()) === 0))
})

test('with 300 institutions, the changes have less than 2,000 nodes at first', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${server()}/changes`)
  const count = Number(await page.evaluate('document.querySelectorAll("*").length'))
  assert.ok(count < 2000, String(count))
  await show(page, `${server()}/source`)
  const sources = Number(await page.evaluate('document.querySelectorAll("*").length'))
  assert.ok(sources < 2000, String(sources))
  t.diagnostic(`changes: ${count} nodes, sources: ${sources}`)
})

test('if the next page of changes fails, the loaded ones stay, and a retry loads more', async (t) => {
  const { page } = await openPage(t, { allowErrors: true })
  await page.route('**/rates/changes?*offset=1000*', (route) => route.fulfill({ status: 500 }))
  await show(page, `${server()}/changes?order=institution`)
  // Of printed pages, all rows that are loaded are shown.
  await page.evaluate("dispatchEvent(new Event('beforeprint'))")
  const hasError = async (): Promise<boolean> => {
    await page.mouse.wheel(0, 1_000_000)
    return page.locator('[role=alert]').isVisible()
  }
  assert.ok(await until(hasError))
  assert.match(await headline(page), /^The latest 1,000 changes/)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  assert.ok(await until(async () => (await headline(page)).startsWith('The latest 2,000 changes')))
})

/** Types an amount in one step; the time until the frame that shows its figures is painted. */
async function typed(page: Page, amount: string): Promise<number> {
  return Number(
    await page.evaluate(`new Promise((done) => {
      const field = document.querySelector('.amount input')
      const started = performance.now()
      field.value = '${amount}'
      field.dispatchEvent(new Event('input', { bubbles: true }))
      requestAnimationFrame(() => setTimeout(() => done(performance.now() - started)))
    })`),
  )
}

/** Measures in the page how much of it jumps, and when the last skeleton is gone. */
const observeShifts = `
  globalThis.shift = 0
  globalThis.shifted = []
  globalThis.completeAt = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue
      shift += entry.value
      for (const { node, previousRect, currentRect } of entry.sources)
        shifted.push([entry.value, node?.nodeName, node?.className, previousRect.y, currentRect.y])
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new MutationObserver(() => {
    if (document.querySelector('.skeleton, [aria-busy=true]') !== null) completeAt = 0
    else if (completeAt === 0) completeAt = performance.now()
  }).observe(document, { childList: true, subtree: true, attributes: true })
`
