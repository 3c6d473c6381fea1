import assert from 'node:assert/strict'
import { test } from 'node:test'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { makeSampleBook } from '../support/sample-book.ts'
import { headline, openPage, settled, sharedBrowser, show } from './open-page.ts'
import { sharedServer } from './shared-server.ts'

const server = sharedServer(makeSampleBook)
const browser = sharedBrowser()

const views = [
  ['the market', '/', /^The best 12-month rate is 13\.50 %$/],
  ['what do I get', '/deposit?tenure=any', /^At most 14\.75 % a year, from Abans Finance PLC$/],
  ['institutions', '/institution', /^47 institutions, and what they pay at best$/],
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
        const spare = () => page.evaluate('document.documentElement.scrollWidth - innerWidth')
        assert.equal(await spare(), 0, `${name} is too wide`)
        for (const summary of await page.locator('summary').all()) await summary.click()
        assert.equal(await spare(), 0, `${name} is too wide with the figures behind its charts`)
        assert.deepEqual(await violations(page), [], name)
      }
    })
  }
}

test('stale figures say so where they are the headline, on a phone and in every list', async (t) => {
  const { page } = await openPage(t, browser(), { viewport: { width: 360, height: 900 } })
  for (const view of ['', 'deposit']) {
    await show(page, `${server()}/${view}`)
    assert.match(
      await page.innerText('.deck'),
      /The best rate is stale: not confirmed for [\d,]+ days/,
    )
  }
  assert.match(await page.innerText('.deposits tbody tr'), /stale, [\d,]+ days/)
  await show(page, `${server()}/institution`)
  assert.match(await page.innerText('.halves tbody tr'), /stale, [\d,]+ days/)
})

test('the figures of a view can be taken along as a table, and changes as a feed', async (t) => {
  const { page } = await openPage(t, browser())
  for (const [path, least] of [
    ['/?tenure=24', 10],
    ['/deposit?tenure=any', 100],
    ['/institution/peoples-bank', 10],
    ['/changes?direction=up', 20],
    ['/sources', 19],
  ] as const) {
    await show(page, server() + path)
    const links = await page.locator('.take a').all()
    assert.equal(links.length, /^\/(changes|institution)/.test(path) ? 2 : 1)
    for (const link of links) {
      const address = server() + (await link.getAttribute('href'))
      const answer = await fetch(address)
      assert.equal(answer.status, 200, address)
      const { length } = (await answer.text()).split(address.includes('.atom') ? '<entry>' : '\r\n')
      assert.ok(length > least, `${address}: ${length}`)
    }
  }
})

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
  assert.deepEqual(await movesOf(page), [0, '0s'])
  const other = (await openPage(t, browser(), { reducedMotion: 'no-preference' })).page
  const [moving, transition] = await movesOf(other)
  assert.ok(Number(moving) > 0, 'without it bars move while an answer is awaited')
  assert.notEqual(transition, '0s')
})

/** How much moves while an answer is awaited, and how long an answer that is there takes to change. */
async function movesOf(page: Page): Promise<readonly [unknown, unknown]> {
  const { promise: gate, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/compare?*', async (route) => {
    await gate
    await route.continue()
  })
  await page.goto(`${server()}/`)
  await page.locator('.waiting .bar').first().waitFor()
  const moving: unknown = await page.evaluate(`document.getAnimations().length`)
  answer()
  await settled(page)
  return [
    moving,
    await page.evaluate(`getComputedStyle(document.querySelector('.answer')).transitionDuration`),
  ]
}

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
