import assert from 'node:assert/strict'
import { openBook } from '../support/book.ts'
import { overflow } from './check-layouts.ts'
import { browserTest as test, openPage, show } from './open-page.ts'
import { sharedMarket } from './shared-market.ts'

/** An institution whose name is one word of 120 letters. */
const book = openBook()
book.register('2026-01-01T00:00:00Z', 'alpha', {
  name: 'Sparkassenverband'.repeat(8).slice(0, 120),
})
book.register('2026-01-01T00:00:00Z', 'beta')
book.publish('2026-05-01T00:00:00Z', 'alpha', ['general 12 maturity 8', 'general 24 maturity 8.5'])
book.publish('2026-06-01T00:00:00Z', 'alpha', ['general 12 maturity 9', 'general 24 maturity 9.5'])
book.publish('2026-06-01T00:00:00Z', 'beta', ['general 12 maturity 9', 'general 24 maturity 8.5'])
const server = sharedMarket(book, '2026-06-02T00:00:00Z')

const widestTable = `Math.max(...Array.from(document.querySelectorAll('main table'), (table) =>
  table.getBoundingClientRect().right))`

test('a name of one word of 120 letters widens neither the window nor a table', async (t) => {
  const { page } = await openPage(t, { viewport: { width: 360, height: 740 } })
  for (const path of [
    'comparison?institutions=alpha,beta',
    'deposit',
    'deposit?amount=3000000&split=yes',
    'changes',
    'changes?order=institution',
    'changes?order=size',
  ]) {
    await show(page, `${server()}/${path}`)
    assert.equal(await overflow(page), 0, path)
    const right = Number(await page.evaluate(widestTable))
    assert.ok(right > 0 && right <= 360, `${path}: ${right}`)
  }
})
