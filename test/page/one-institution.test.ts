import assert from 'node:assert/strict'
import { openBook } from '../support/book.ts'
import { pageTest as test, show } from './open-page.ts'
import { insuredUpTo } from '../support/source.ts'
import { sharedMarket } from './shared-market.ts'

const book = openBook()
book.register('2026-01-01T00:00:00Z', 'alpha', { name: 'Alpha Bank' })
book.publish('2026-06-01T00:00:00Z', 'alpha', ['general 12 maturity 9.5'])
const server = sharedMarket(book, '2026-06-01T12:00:00Z', {
  settings: insuredUpTo('1100000'),
})

test('a book of one institution names no median, no other type and no older rates', async (page) => {
  await show(page, server())
  assert.equal(
    await page.innerText('.deck'),
    'Alpha Bank pays it; no other institution is counted.',
  )
  await show(page, `${server()}/institution`)
  assert.deepEqual(await page.locator('h2').allInnerTexts(), ['Banks'])
  await show(page, `${server()}/deposit?amount=5000000&split=yes`)
  assert.equal(
    await page.innerText('.not-insured'),
    'LKR\u00A03,995,434 is left over: no other insured institution has an offer that it reaches.',
  )
})
