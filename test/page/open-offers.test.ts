import assert from 'node:assert/strict'
import { openBook } from '../support/book.ts'
import { headline, pageTest as test, settled, show } from './open-page.ts'
import { insuredUpTo } from '../support/source.ts'
import { sharedMarket } from './shared-market.ts'

const day = '2026-06-01T00:00:00Z'

/** Offers for senior citizens: alpha pays more, beta less, gamma none, and the one of delta is older than that for everyone. */
const book = openBook()
for (const id of ['alpha', 'beta', 'gamma', 'delta']) book.register('2026-01-01T00:00:00Z', id)
book.publish('2026-01-02T00:00:00Z', 'delta', ['senior_citizen 12 monthly 15 2000000'])
book.publish(day, 'alpha', ['general 12 monthly 8', 'senior_citizen 12 monthly 8.5'])
book.publish(day, 'beta', [
  'general 12 monthly 9',
  'senior_citizen 12 monthly 8.75',
  'senior_citizen 12 monthly 9.5 5000000',
])
book.publish(day, 'gamma', ['general 12 monthly 7', 'women 12 monthly 14'])
book.publish(day, 'delta', ['general 12 monthly 6'], { complete: false })
const server = sharedMarket(book, '2026-06-02T00:00:00Z', {
  settings: insuredUpTo('1100000'),
})

const query = 'variant=senior_citizen&payout=monthly'

test('a senior citizen gets the better of the offers for senior citizens and for everyone', async (page) => {
  /** The name, the rate and the mark of each row. */
  const rows = async (table: string) =>
    (await page.locator(`${table} tbody tr:has(.institution-name)`).allInnerTexts()).map((text) =>
      [/Alpha|Beta|Gamma|Delta/i, /\d+\.\d\d/, /for (?:everyone|senior citizens)/].map((pattern) =>
        pattern.exec(text.replaceAll(/[\d.]+.% from [\d,.]+/g, ''))?.[0].toLowerCase(),
      ),
    )
  await show(page, `${server()}/deposit?${query}&amount=3000000`)
  assert.match(await headline(page), /^Confirmed: at most 9\.38.% a year, from The beta$/)
  assert.deepEqual(await rows('.deposits'), [
    ['beta', '9.00', 'for everyone'],
    ['alpha', '8.50', 'for senior citizens'],
    ['gamma', '7.00', 'for everyone'],
    ['delta', '6.00', 'for everyone'],
    ['delta', '15.00', 'for senior citizens'],
  ])
  await show(page, `${server()}/deposit?${query}&amount=5000000`)
  assert.deepEqual((await rows('.deposits'))[0], ['beta', '9.50', 'for senior citizens'])
  await show(page, `${server()}/deposit?${query}&amount=3000000&split=yes`)
  assert.deepEqual(
    (await rows('.split .deposits')).map(([name, , mark]) => [name, mark]),
    [
      ['beta', 'for everyone'],
      ['alpha', 'for senior citizens'],
      ['gamma', 'for everyone'],
    ],
  )
  await show(page, `${server()}/deposit?payout=monthly&amount=3000000`)
  assert.deepEqual((await rows('.deposits'))[1], ['alpha', '8.00', undefined])
})

test('the market of a variant says that it counts only its rates, and leads to both', async (page) => {
  const sentence = page.locator('.only-variant')
  await show(page, `${server()}/?payout=monthly`)
  assert.equal(await sentence.count(), 0)
  for (const variant of ['senior citizens', 'digital deposits', 'women']) {
    await page
      .getByLabel('Saver')
      .selectOption({ label: variant.replace(/^./, (c) => c.toUpperCase()) })
    await sentence.getByText(`Only rates for ${variant}.`).waitFor()
  }
  assert.equal(
    await sentence.innerText(),
    'Only rates for women. What do I get also counts the rates for everyone.',
  )
  await sentence.getByRole('link').click()
  await page.waitForURL('**/deposit?*')
  await settled(page)
  assert.equal(new URL(page.url()).search, '?payout=monthly&variant=women')
  assert.equal(await page.locator('.deposits tbody .institution-name').count(), 4)
})

test('the comparison shows the better offer, and the history of that offer', async (page) => {
  await show(page, `${server()}/comparison?${query}&institutions=alpha,beta,gamma,delta`)
  assert.deepEqual(
    (await page.locator('.compared tbody tr').allInnerTexts()).map(
      (row) => /for (?:everyone|senior citizens)/.exec(row)?.[0],
    ),
    ['for senior citizens', 'for everyone', 'for everyone', 'for everyone'],
  )
  // Gamma has a history for everyone only.
  assert.match(await page.innerText('#part-comparison'), /The gamma[^]*Download/)
})
