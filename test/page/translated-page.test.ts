import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright-core'
import { openBook } from '../support/book.ts'
import { until } from '../support/cli.ts'
import { browserTest as test, openPage, settled, show } from './open-page.ts'
import { insuredUpTo } from '../support/source.ts'
import { sharedMarket } from './shared-market.ts'

/** Does what the translator of a browser does: puts each text into two `font` elements, at once and after each change. */
const translator = `(() => {
  const seen = new WeakSet()
  const wrap = (node) => {
    const parent = node.parentNode
    if (parent === null || seen.has(node) || !/[\\p{L}\\p{N}]/u.test(node.data)) return
    if (parent.closest('script, style, option, textarea, svg, [translate=no]')) return
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    const text = document.createTextNode(node.data)
    seen.add(text)
    inner.append(text)
    outer.append(inner)
    parent.replaceChild(outer, node)
  }
  const wrapAll = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts = []
    while (walker.nextNode()) texts.push(walker.currentNode)
    texts.forEach(wrap)
  }
  wrapAll(document.body)
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'characterData') wrap(target)
      for (const node of addedNodes) node.nodeType === 3 ? wrap(node) : node.nodeType === 1 && wrapAll(node)
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
})()`

const book = openBook()
for (const [id, type] of [
  ['alpha', 'bank'],
  ['bravo', 'bank'],
  ['coral', 'nbfi'],
] as const)
  book.register('2026-01-01T00:00:00Z', id, { name: `Bank ${id}`, type })
book.publish('2026-02-01T00:00:00Z', 'alpha', [
  'general 12 maturity 8.50',
  'general 24 maturity 11',
])
book.publish('2026-02-01T00:00:00Z', 'bravo', [
  'general 12 maturity 9.00',
  'general 24 maturity 10',
])
book.publish('2026-02-01T00:00:00Z', 'coral', ['general 12 maturity 10', 'general 24 monthly 12'])
book.publish('2026-03-01T00:00:00Z', 'alpha', [
  'general 12 maturity 9.25',
  'general 24 maturity 10',
])
book.publish('2026-03-02T00:00:00Z', 'coral', ['general 12 maturity 11', 'general 24 monthly 11'])
const server = sharedMarket(book, '2026-03-03T00:00:00Z', {
  settings: insuredUpTo('1100000'),
})

/** The lines of the page. */
const linesOf = async (page: Page): Promise<readonly string[]> => {
  await settled(page)
  return (await page.innerText('body')).split(/\s*\n\s*/)
}

/** A view, the filter that a reader changes or the link that a reader follows, and the address then. */
const changes = [
  ['/', 'Tenure', '24', '/?tenure=24'],
  ['/?tenure=24', 'Interest paid', 'monthly', '/?tenure=24&payout=monthly'],
  ['/deposit?amount=5000000', 'Amount', '2000000', '/deposit?amount=2000000'],
  ['/deposit?amount=5000000', 'Tenure', '24', '/deposit?amount=5000000&tenure=24'],
  [
    '/deposit?amount=5000000',
    'Split it over several institutions',
    'click',
    '/deposit?split=yes&amount=5000000',
  ],
  ['/?tenure=24', 'Institutions', 'nbfi', '/?tenure=24&type=nbfi'],
  ['/matrix', 'Interest paid', 'monthly', '/matrix?payout=monthly'],
  ['/institution', 'Institutions', 'nbfi', '/institution?type=nbfi'],
  ['/institution/alpha', 'Interest paid', 'monthly', '/institution/alpha?payout=monthly'],
  ['/changes', 'Institution', 'alpha', '/changes?institution=alpha'],
  ['/source', 'Institutions', 'nbfi', '/source?type=nbfi'],
  [
    '/comparison?institutions=alpha,bravo',
    'Tenure',
    '24',
    '/comparison?institutions=alpha,bravo&tenure=24',
  ],
] as const

test('a page that the browser has translated shows no old sentence after a filter has changed', async (t) => {
  const { page } = await openPage(t)
  const { page: plain } = await openPage(t)
  for (const [path, label, value, next] of changes) {
    await show(page, server() + path)
    await page.evaluate(translator)
    const field = page.getByLabel(label, { exact: true })
    if (value === 'click') await page.getByRole('link', { name: label }).click()
    else if (label === 'Amount') await field.fill(value)
    else await field.selectOption(value)
    await page.locator('h1').focus()
    await page.waitForURL((url) => decodeURIComponent(url.href) === server() + next)
    await show(plain, server() + next)
    let [translated, expected]: (readonly string[])[] = [[], []]
    await until(async () => {
      translated = await linesOf(page)
      expected = await linesOf(plain)
      return !expected.includes('What a deposit brings') && isDeepStrictEqual(translated, expected)
    })
    assert.deepEqual(translated, expected, `${path}, ${label}`)
  }
})
