import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Decimal } from '../../domain/decimal.ts'
import { missingFigures, type SoughtFigures } from './missing-figures.ts'

/** The figures that a page does not have. */
async function missingOn(
  text: string,
  figures: readonly string[],
  { factors = [], ...page }: Partial<SoughtFigures['definition'] & SoughtFigures> = {},
): Promise<readonly string[] | string> {
  const definition = { name: 'rates', url: '', format: 'html', ...page } as const
  const bytes = { ...definition, day: '2026-06-10' as never, body: Buffer.from(text) }
  const sought = { definition, factors, figures: figures as readonly Decimal[] }
  const found = await missingFigures(bytes, sought)
  return 'failure' in found ? found.failure : found.missing
}

const html = `<html><body><table><tr><td>12 months</td><td>9,75 % / <b>10.25</b></td><td><s>8.80</s></td></tr></table>
  <div class="tab" style="display: none">7.70</div><script id="r">{"rates": [[6.60]]}</script></body></html>`
const all = ['9.75', '9.750', '10.25', '9.7', '8.80', '7.70', '6.60']

test('a figure stands in a text that the markup shows or the source reads, and as a whole number', async () => {
  assert.deepEqual(await missingOn(html, all), ['9.7', '8.80', '7.70', '6.60'])
  assert.deepEqual(await missingOn(html, all, { show: ['.tab'] }), ['9.7', '8.80', '6.60'])
  const embedded = { element: 'script', id: 'r' }
  assert.deepEqual(await missingOn(html, all, { embedded, path: ['rates'] }), [
    '9.7',
    '8.80',
    '7.70',
  ])
})

test('the number of a tenure is no rate, in any language', async () => {
  const page = `<table><tr><td>12 Months</td><td>8.00</td></tr><tr><td>24 maanden vast</td><td>9</td></tr></table>
    <p>6 months at 7% or 6.5</p><p>36 mois</p><p>5 branches</p>`
  const figures = ['12', '8', '24', '9', '6', '7', '6.50', '36', '5']
  assert.deepEqual(await missingOn(page, figures), ['12', '24', '6', '36'])
})

test('a source that fits the page no more hides nothing of it', async () => {
  const embedded = { element: 'script', id: 'gone' }
  assert.deepEqual(await missingOn(html, ['9.75', '7.70'], { embedded }), ['7.70'])
})

test('a fraction is found by the factor of the source', async () => {
  const json = '{"rates": [{"rate": 0.0975}]}'
  const format = 'json'
  assert.deepEqual(await missingOn(json, ['9.75'], { format }), ['9.75'])
  assert.deepEqual(await missingOn(json, ['9.75'], { format, factors: ['100' as Decimal] }), [])
})

test('a page without texts has no figure, and one that cannot be read says so', async () => {
  assert.deepEqual(await missingOn('<html></html>', ['9.75']), ['9.75'])
  assert.match(
    String(await missingOn('<p>9.75', ['9.75'], { format: 'json' })),
    /is HTML, not JSON/,
  )
})
