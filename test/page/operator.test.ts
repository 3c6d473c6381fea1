import assert from 'node:assert/strict'
import type { BookSettings } from '../../src/domain/book-settings.ts'
import type { Day } from '../../src/domain/day.ts'
import type { Decimal } from '../../src/domain/decimal.ts'
import { logoOf } from '../../src/serve/server/serve-settings.ts'
import { openBook } from '../support/book.ts'
import { insuredUpTo } from '../support/source.ts'
import { checkLayouts } from './check-layouts.ts'
import { pageTest as test, show } from './open-page.ts'
import { sharedMarket } from './shared-market.ts'

const book = openBook()
book.register('2026-01-01T00:00:00Z', 'alpha', { name: 'Alpha Bank' })
book.register('2026-01-01T00:00:00Z', 'post', {
  name: 'Postbank',
  insurance: { status: 'guaranteed_by_state', scheme: 'Treasury' },
})
book.register('2026-01-01T00:00:00Z', 'delta', { name: 'Delta Finance', type: 'nbfi' })
for (const [id, rate] of [
  ['alpha', '10'],
  ['delta', '11'],
  ['post', '9'],
] as const)
  book.publish('2026-06-01T00:00:00Z', id, [`general 12 maturity ${rate}`])

const settings: BookSettings = {
  ...insuredUpTo('1100000'),
  operator: {
    name: 'Rates & Co',
    website: 'https://rates.example',
    imprint: 'https://rates.example/imprint',
    licence: { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
    contact: 'rates@example.org',
    releases: 'https://data.rates.example/latest/',
  },
  withholdingTax: '15' as Decimal,
}
const { bank } = settings.insurance
const insurance = { ...(bank && { bank }), nbfi: { status: 'not_insured' } } as const
const logo = logoOf(
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><path d="M0 0h2v2"/></svg>',
  ),
)
const server = sharedMarket(book, '2026-06-02T00:00:00Z', {
  settings: { ...settings, insurance },
  logo,
  basePath: '/rates/ke',
})
const dated = (since: string) => ({
  status: 'insured_up_to' as const,
  amount: '1100000' as Decimal,
  currency: 'LKR',
  since: since as Day,
})
const datedServer = sharedMarket(book, '2026-06-02T00:00:00Z', {
  settings: {
    ...settings,
    insurance: { bank: dated('2026-06-01'), nbfi: dated('2026-06-02') },
  },
})
const announced = sharedMarket(book, '2026-06-02T00:00:00Z', {
  settings: { ...settings, insurance: { bank: dated('2026-06-03') } },
})

test('the page has the name, the logo, the licence, the releases, the imprint and the contact of the operator', async (page) => {
  await show(page, server())
  assert.equal(await page.title(), 'Market · Rates & Co')
  assert.equal(await page.innerText('.wordmark'), 'Rates & Co')
  const image = page.locator('.wordmark img')
  assert.equal(await image.evaluate((one: HTMLImageElement) => one.naturalWidth > 0), true)
  const links = await page
    .locator('.foot a')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  assert.deepEqual(links.slice(-5), [
    'https://rates.example',
    'https://creativecommons.org/licenses/by/4.0/',
    'https://data.rates.example/latest/',
    'https://rates.example/imprint',
    'mailto:rates@example.org',
  ])
})

test('the page says how deposits are insured, and where an institution differs from its type', async (page) => {
  await show(page, `${server()}/institution`)
  assert.match(
    await page.innerText('.insurance'),
    /^Banks: insured up to LKR\s1,100,000\. Finance companies: not insured\. /,
  )
  assert.match(await page.innerText('main'), /Postbank[^]*guaranteed by the state \(Treasury\)/)
  assert.equal(await page.getByText('insured up to').count(), 1)
  await show(page, `${server()}/institution/post`)
  assert.match(await page.innerText('.facts'), /guaranteed by the state \(Treasury\)/)
})

test('the deposit view splits within each limit, interest counted, and shows amounts after tax', async (page) => {
  await show(page, `${server()}/deposit?amount=1500000&split=yes`)
  const rows = await page.locator('.split tbody tr').allInnerTexts()
  assert.match(rows[0] ?? '', /^Alpha Bank[^]*1,100,000\.00 at the end, before tax/)
  assert.match(rows[0] ?? '', /\t1,000,000\t10\.00\t100,000\.00\s*85,000\.00 after 15.% tax$/)
  assert.match(rows[1] ?? '', /^Postbank[^]*guaranteed by the state[^]*\t500,000\t9\.00\t/)
  assert.equal(rows.length, 2)
  assert.match(await page.innerText('.split'), /No part goes to 1 institution: /)
  assert.match(
    await page.locator('.deposits').last().locator('tbody tr').first().innerText(),
    /Delta Finance[^]*1,665,000\.00\s*1,640,250\.00 after 15.% tax/,
  )
  for (const caption of await page.locator('.deposits caption').allInnerTexts())
    assert.match(caption, /in LKR, before tax and after it$/)
  assert.match(await page.innerText('.formulas'), /takes 15.% withholding tax off/)
  assert.doesNotMatch(await page.innerText('main'), /tax is not taken off/i)
})

test('settings without a first day hold in views of their own day only: no insurance, no limit, no tax before', async (page) => {
  const address = `${server()}/deposit?amount=1500000&split=yes&at=`
  await show(page, `${address}2026-06-02T00:00:00Z`)
  assert.match(await page.innerText('main'), /above the insured limit[^]*after 15.% tax/)
  await show(page, `${address}2026-06-01T12:00:00Z`)
  assert.equal(
    (await page.innerText('.insurance')).trim(),
    'Banks and finance companies: it is not known how deposits were insured on 1 June 2026.',
  )
  const main = await page.innerText('main')
  assert.doesNotMatch(main, /insured limit|after 15|LKR.1,100,000/)
  assert.match(main, /in LKR, before tax\n[^]*Postbank[^]*guaranteed by the state \(Treasury\)/)
  assert.match(main, /Tax is not taken off\./)
  await show(page, `${server()}/institution/alpha?at=2026-06-01T12:00:00Z`)
  assert.match(await page.innerText('.facts'), /not known how deposits were insured on 1 June 2026/)
})

test('insurance holds from its first day on', async (page) => {
  await show(page, `${datedServer()}/deposit?amount=1500000&at=2026-06-01T12:00:00Z`)
  assert.match(await page.innerText('main'), /above the insured limit at 1 institution\./)
  await show(page, `${datedServer()}/institution?at=2026-06-01T12:00:00Z`)
  assert.match(
    await page.innerText('.insurance'),
    /^Banks: insured up to LKR.1,100,000 since 1 June 2026\. Finance companies: it is not known how deposits were insured on 1 June 2026\. So says/,
  )
  await show(page, `${datedServer()}/institution`)
  assert.match(
    await page.innerText('.insurance'),
    /Finance companies: insured up to .* 2 June 2026/,
  )
})

test('insurance that is announced for a later day is not known today', async (page) => {
  await show(page, `${announced()}/institution`)
  assert.equal(
    (await page.innerText('.insurance')).trim(),
    'Banks: it is not known whether deposits are insured.',
  )
})

test('the layouts hold the name and the second lines', async (page) => {
  await show(page, `${server()}/deposit?amount=1500000&split=yes`)
  await checkLayouts(page, async () => {})
})
