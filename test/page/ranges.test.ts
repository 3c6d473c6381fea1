import assert from 'node:assert/strict'
import { openBook } from '../support/book.ts'
import { pageTest as test, settled, show } from './open-page.ts'
import { openPart, rowsOfCsv } from './saved-file.ts'
import { sharedMarket } from './shared-market.ts'

/** Alpha offers a range and a special tenure inside of it, beta two ranges that adjoin, and gamma one tenure. */
const book = openBook()
for (const id of ['alpha', 'beta', 'gamma']) book.register('2026-01-01T00:00:00Z', id)
const day = '2026-06-01T00:00:00Z'
book.publish('2026-05-20T00:00:00Z', 'alpha', ['general 12-729d maturity 6.50'])
book.publish(day, 'alpha', ['general 12-729d maturity 6.80', 'general 15 maturity 7.25'])
book.publish(day, 'beta', ['general 12-18 maturity 6.40', 'general 548d-36 maturity 6.60'])
book.publish(day, 'gamma', ['general 18 maturity 7.00'])
const server = sharedMarket(book, '2026-06-02T00:00:00Z')

/** A range of one type of institution includes a tenure at which only the other type has an offer that begins. */
const mixed = openBook()
mixed.register('2026-01-01T00:00:00Z', 'alpha')
mixed.register('2026-01-01T00:00:00Z', 'delta', { type: 'nbfi' })
mixed.publish(day, 'alpha', ['general 12-36 maturity 6', 'general 18 maturity 7'])
mixed.publish(day, 'delta', ['general 10-14 maturity 8', 'general 18 maturity 9'])
const mixedServer = sharedMarket(mixed, '2026-06-02T00:00:00Z')

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

test('a deposit finds the offers that apply to a tenure, names their ranges and computes the interest of the tenure', async (page) => {
  await show(page, `${server()}/deposit?tenure=18&amount=100000`)
  const rows = (await page.locator('.deposits tbody tr').allInnerTexts()).map(oneLine)
  assert.equal(rows.length, 3)
  assert.match(rows[0] ?? '', /^The gamma .* 18 months 7\.00 6\.88 10,500\.00 110,500\.00/)
  assert.match(
    rows[1] ?? '',
    /^The alpha .*counted for 18 months.* 12 to under 24 months 6\.80 6\.69 10,200\.00/,
  )
  assert.match(rows[2] ?? '', /^The beta .*12 to 18 months 6\.40/)
  const { save } = await openPart(page, page.url(), 'deposits')
  const [, alpha] = rowsOfCsv((await save('CSV')).file)
  assert.deepEqual(
    ['Tenure, months', 'Longest tenure of a range, months', 'All interest'].map(
      (head) => alpha?.[head],
    ),
    ['12.00', '23.97', '10200.00'],
  )
  assert.equal(alpha?.['Annual effective rate, %'], '6.69')
  await show(page, `${server()}/deposit?tenure=any&amount=100000`)
  const any = (await page.locator('.deposits tbody tr').allInnerTexts()).map(oneLine)
  assert.equal(any.length, 5)
  assert.ok(any.some((row) => /counted for 548 days.*above 18 to 36 months/.test(row)))
})

test('the matrix shows at each tenure the offer that applies, and a comparison names its range', async (page) => {
  await show(page, `${server()}/matrix?sort=name`)
  const heads = (await page.locator('.matrix thead th').allInnerTexts()).map(oneLine)
  assert.deepEqual(heads.slice(1), [
    '12 months',
    '15 months',
    '18 months',
    '548 days',
    '24 months',
    '36 months',
  ])
  const alpha = await page.locator('.matrix tbody tr', { hasText: 'The alpha' }).innerText()
  assert.match(
    oneLine(alpha),
    /6\.80 12 to under 24 months 7\.25 6\.80 12 to under 24 months 6\.80 12 to under 24 months$/,
  )
  await show(page, `${server()}/comparison?tenure=20&institutions=alpha,beta,gamma`)
  const compared = (await page.locator('.compared tbody tr').allInnerTexts()).map(oneLine)
  assert.match(compared[0] ?? '', /12 to under 24 months .*6\.80/)
  assert.match(compared[1] ?? '', /above 18 to 36 months .*6\.60/)
  assert.match(compared[2] ?? '', /not offered/)
  assert.match(await page.innerText('#part-comparison'), /The alpha[^]*The beta/)
})

test('the charts, the changes and the receipts of an institution name ranges', async (page) => {
  await show(page, `${server()}/institution/alpha`)
  assert.deepEqual(await page.locator('.multiples text.title').allTextContents(), [
    '12 to under 24 months',
    '15 months',
  ])
  await show(page, `${server()}/changes`)
  await page.getByRole('link', { name: /6\.80 %.*12 to under 24 months.*: receipt/ }).click()
  await page.waitForURL('**/receipt/p*')
  await settled(page)
  assert.match(await page.innerText('main'), /12 to under 24 months, paid at maturity/)
})

test('the count of a tenure is that of the institutions that the view then lists', async (page) => {
  const counts: string[] = []
  for (const type of ['', 'bank', 'nbfi']) {
    await show(page, `${mixedServer()}/?tenure=18&type=${type}`)
    const options = await page.getByLabel('Tenure').locator('option').allInnerTexts()
    for (const [option, tenure, count] of options.flatMap((text) => [
      ...text.matchAll(/^(\d+) months \((\d+) institutions?\)$/g),
    ])) {
      counts.push(`${type} ${option}`.trim())
      await show(page, `${mixedServer()}/?tenure=${tenure}&type=${type}`)
      assert.equal(await page.locator('.ranking .institution-name').count(), Number(count), option)
    }
  }
  assert.deepEqual(counts, [
    '18 months (2 institutions)',
    'bank 12 months (1 institution)',
    'bank 18 months (1 institution)',
    'nbfi 10 months (1 institution)',
    'nbfi 18 months (1 institution)',
  ])
})
