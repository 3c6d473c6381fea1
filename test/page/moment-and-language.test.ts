import assert from 'node:assert/strict'
import type { Day } from '../../src/domain/day.ts'
import { defaultSettings } from '../../src/domain/book-settings.ts'
import { openBook } from '../support/book.ts'
import { until } from '../support/cli.ts'
import { checkLayouts } from './check-layouts.ts'
import { browserTest as test, headline, openPage, settled, show } from './open-page.ts'
import { insuredUpTo } from '../support/source.ts'
import { sharedMarket } from './shared-market.ts'

const book = openBook()
book.register('2026-01-01T00:00:00Z', 'alpha', { name: 'Alpha Bank' })
book.register('2026-01-01T00:00:00Z', 'beta', {
  name: 'Beta Bank',
  creditRating: 'AA',
  ratingAgency: 'Fitch Ratings',
  ratingUpdated: '2026-02-20' as Day,
})
book.publish('2026-02-01T00:00:00Z', 'alpha', ['general 12 maturity 9', 'general 24 maturity 10'])
book.publish('2026-03-01T00:00:00Z', 'alpha', ['general 12 maturity 9.5', 'general 24 maturity 10'])
const server = sharedMarket(book, '2098-01-01T00:00:00Z', {
  country: { languages: ['en', 'si', 'ta'] },
  settings: { ...insuredUpTo('1100000'), timeZone: 'Asia/Colombo' },
})
const uninsured = sharedMarket(book, '2098-01-01T00:00:00Z', {
  settings: defaultSettings,
})

test('a view says its time in the time zone of the book; the address keeps it, and every view follows', async (t) => {
  const { page, requests } = await openPage(t)
  await show(page, `${server()}/?at=2026-02-15T00:00:00Z`)
  assert.match(
    await page.innerText('.as-of'),
    /^What was known on 15 February 2026, 05:30, Colombo time\./,
  )
  assert.match(await page.innerText('.foot'), /Days are UTC days; times are in Colombo time\./)
  await page.locator('.reading-help summary').click()
  const dayBegins = 'Days are UTC days: each begins at 05:30, Colombo time.'
  assert.ok((await page.innerText('.reading-help')).endsWith(dayBegins))
  assert.match(await page.innerText('main'), /9\.00/)
  assert.doesNotMatch(await page.innerText('main'), /9\.50/)
  const asked = requests.filter((url) => /\/(?:compare|summary|freshness)/.test(url))
  assert.ok(asked.length >= 3 && asked.every((url) => url.includes('known_at=2026-02-15')))
  await page.getByRole('link', { name: 'Changes' }).click()
  await page.waitForURL('**/changes?at=*')
  await page.getByText('No rate has moved yet.').waitFor()
  assert.equal(await page.getByLabel('From').getAttribute('title'), dayBegins)
  await page.getByRole('link', { name: 'Institutions' }).click()
  await page.waitForURL('**/institution?at=*')
  await page.getByRole('link', { name: 'Show the present' }).click()
  await page.waitForURL('**/institution')
  await settled(page)
  assert.match(await page.innerText('.as-of'), /^As of .* Colombo time\. Link to this moment$/)
  await page.getByRole('link', { name: 'Link to this moment' }).click()
  await page.waitForURL(/institution\?at=2098-01-01/)
})

test('a pinned view shows no rating of a later day, and no insurance of which the first day is not known', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${server()}/institution/beta`)
  assert.match(await page.innerText('.facts'), /AA\s*Fitch Ratings, 20 February 2026/)
  assert.doesNotMatch(await page.innerText('.facts'), /that of today/)
  await show(page, `${server()}/institution/beta?at=2026-02-19T00:00:00Z`)
  assert.match(await page.innerText('.facts'), /none entered/)
  assert.match(
    await page.innerText('.facts'),
    /it is not known how deposits were insured on 19 February 2026/,
  )
  assert.match(await page.innerText('.as-of'), /19 February 2026, 05:30, Colombo time/)
})

test('without settings nobody knows whether deposits are insured', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${uninsured()}/institution/alpha`)
  assert.match(await page.innerText('.facts'), /none entered/)
  assert.match(await page.innerText('.facts'), /it is not known whether deposits are insured/i)
  await show(page, `${uninsured()}/institution`)
  assert.equal(await page.locator('.insurance').count(), 0)
})

test('a notice names an unknown language, a column that does not exist and reversed days', async (t) => {
  const { page } = await openPage(t)
  for (const [path, notice] of [
    ['?lang=xx', /lang “xx”, which does not exist; choose en, si, ta/],
    ['matrix?sort=foo', /sort “foo”, which is not a column; write name or a tenure/],
    ['changes?from=2026-06-02&until=2026-06-01', /2026-06-01, is before the first, 2026-06-02/],
    ['?from=2026-06-02&until=2026-06-01', /2026-06-01, is before the first, 2026-06-02/],
    ['receipt?institution=alpha&stood_at=soon', /stood_at “soon”, which is not a time/],
  ] as const) {
    await show(page, `${server()}/${path}`)
    assert.match(await page.innerText('.notice'), notice, path)
  }
  await show(page, `${server()}/matrix?sort=-24`)
  assert.equal(await page.locator('.notice').count(), 0)
})

test('filters stay through views that lack them', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${server()}/?tenure=24`)
  await page.getByRole('link', { name: 'Sources' }).click()
  await page.waitForURL('**/source')
  await page.getByRole('link', { name: 'What do I get' }).click()
  await page.waitForURL('**/deposit?tenure=24')
})

test('tenures have counts where one payout is chosen, so that no institution counts twice', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${server()}/deposit`)
  const tenures = async () => page.getByLabel('Tenure').locator('option').allInnerTexts()
  assert.ok(await until(async () => (await tenures()).includes('12 months (1 institution)')))
  await page.getByLabel('Interest paid').selectOption({ label: 'Any payout' })
  await page.waitForURL('**/deposit?payout=any')
  await settled(page)
  assert.deepEqual(await tenures(), ['Any tenure', '12 months', '24 months'])
})

test('a time that has not passed is no moment to keep', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${server()}/?at=2099-01-01T00:00:00Z`)
  assert.match(
    await page.innerText('.notice'),
    /at “2099[^”]*”, which is not a time that has passed/,
  )
  assert.match(await page.innerText('main'), /9\.50/)
  assert.match(await page.innerText('.as-of'), /^As of /)
})

test('the arrow keys walk through a list of choices with one entry of the history', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${server()}/`)
  const entries = async (): Promise<number> => Number(await page.evaluate('history.length'))
  const before = await entries()
  await page.getByLabel('Saver', { exact: true }).focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
  await page.waitForURL('**/?variant=digital')
  assert.equal(await entries(), before + 1)
  await page.goBack()
  await page.waitForURL(`${server()}/`)
})

test('Sinhala and Tamil: the document says its language, loads its font, and says that nobody reviewed it', async (t) => {
  const { page, requests } = await openPage(t)
  await show(page, `${server()}/`)
  assert.ok(
    requests.every((url) => !/noto-sans/.test(url)),
    'English loads no font of another script',
  )
  for (const [language, font, heading] of [
    ['si', 'noto-sans-sinhala', 'වෙළඳපොළ'],
    ['ta', 'noto-sans-tamil', 'சந்தை'],
  ] as const) {
    await page.locator(`.languages a[hreflang=${language}]`).click()
    await page.waitForURL(`**/?lang=${language}`)
    await settled(page)
    assert.equal(await page.getAttribute('html', 'lang'), language)
    assert.ok(
      requests.some((url) => url.includes(font)),
      font,
    )
    assert.equal(await page.locator('nav a[aria-current]').innerText(), heading)
    assert.equal(await page.locator('.masthead .sample').count(), 1)
    assert.match(await headline(page), /12/)
  }
  await checkLayouts(page, async () => {})
  await page.locator('nav a').nth(5).click()
  await page.waitForURL('**/changes?lang=ta')
})
