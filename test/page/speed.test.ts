import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Decimal } from '../../src/domain/decimal.ts'
import type { Page } from 'playwright-core'
import { until } from '../support/cli.ts'
import { largeBook, largeNow } from './large-book.ts'
import { headline, openPage, settled, sharedBrowser, show } from './open-page.ts'
import { sharedMarket } from './shared-market.ts'

const server = sharedMarket(largeBook(), largeNow, {
  operator: { insuredAmount: '1100000' as Decimal },
})
const browser = sharedBrowser()

const views = [
  '/',
  '/deposit',
  '/deposit?tenure=any&payout=any&split=yes&amount=5000000',
  '/institution',
  '/changes',
]

for (const path of views) {
  test(`${path} of 300 institutions: few elements at first, and nothing jumps on a phone`, async (t) => {
    const { page } = await openPage(t, browser(), { viewport: { width: 360, height: 800 } })
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
  const { page } = await openPage(t, browser())
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
  const { page } = await openPage(t, browser())
  await show(page, server())
  assert.match(await headline(page), /^The best 12.month headline rate is/)
  assert.match(await page.innerText('.insurance'), /gives LKR 1,100,000 as the insured amount/)
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
