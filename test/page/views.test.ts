import assert from 'node:assert/strict'
import { test } from 'node:test'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { makeSampleBook } from '../support/sample-book.ts'
import { headline, openPage, sharedBrowser, show } from './open-page.ts'
import { sharedServer } from './shared-server.ts'

const server = sharedServer(makeSampleBook)
const browser = sharedBrowser()

const views = [
  ['the market', '/', /^The best 12-month rate is 13\.50 %$/],
  ['what do I get', '/deposit?tenure=any', /^At most 14\.75 % a year, from Abans Finance PLC$/],
  ['institutions', '/institution', /^47 institutions and the best rate of each$/],
  ['an institution', '/institution/peoples-bank', /^People's Bank$/],
  ['changes', '/changes', /^The last move: 1\sup, 4\sdown on 20 July 2026$/],
  ['sources', '/sources', /^All 19 institutions are stale$/],
  ['an institution without offers', '/institution/seylan-bank', /^Seylan Bank PLC$/],
] as const

for (const width of [360, 1280]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`every view at ${width} px, ${colorScheme}: it says what it has to, fits, and axe finds nothing`, async (t) => {
      const options = { viewport: { width, height: 900 }, colorScheme }
      const { page } = await openPage(t, browser(), options)
      for (const [name, path, says] of views) {
        await show(page, server() + path)
        assert.match(await headline(page), says, name)
        assert.match(await page.innerText('body'), /Sample data, not current rates/)
        assert.match(await page.innerText('body'), /Rates are information, not advice/)
        const spare = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
        assert.ok(Number(spare) <= 0, `${name} is ${Number(spare)} px too wide`)
        for (const summary of await page.locator('summary').all()) await summary.click()
        assert.deepEqual(await violations(page), [], name)
      }
    })
  }
}

test('figures stand with their points below each other', async (t) => {
  const { page } = await openPage(t, browser())
  await show(page, `${server()}/`)
  const points = await page.evaluate(`
    [...document.querySelectorAll('.ranking .figure')].map((figure) => {
      const range = document.createRange()
      const text = figure.firstChild
      const point = text.data.indexOf('.')
      range.setStart(text, point)
      range.setEnd(text, point + 1)
      return Math.round(range.getBoundingClientRect().left)
    })`)
  assert.ok(Array.isArray(points) && points.length === 18)
  assert.equal(new Set(points).size, 1)
})

test('with reduced motion nothing moves', async (t) => {
  const { page } = await openPage(t, browser(), { reducedMotion: 'reduce' })
  await show(page, `${server()}/`)
  const moving = await page.evaluate(`document.getAnimations().length`)
  assert.equal(moving, 0)
  const transition = await page.evaluate(
    `getComputedStyle(document.querySelector('.answer')).transitionDuration`,
  )
  assert.equal(transition, '0s')
})

async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const found = await page.evaluate(`axe.run(document, { resultTypes: ['violations'] })`)
  const { violations } = found as {
    violations: readonly {
      id: string
      nodes: readonly { html: string; failureSummary: string }[]
    }[]
  }
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}
