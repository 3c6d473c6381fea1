import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyMarket } from '../../../src/book/market/market.ts'
import { apiOf } from '../../support/ask.ts'
import { openBook, type Book } from '../../support/book.ts'
import { testRefusals } from '../../support/refusals.ts'
import { typingError, wrongBank } from '../../support/corrected-books.ts'

const path = '/summary/history?tenure_months=12'
const book = openBook()
book.register('2026-01-01T00:00:00Z', 'alpha')
book.register('2026-01-01T00:00:00Z', 'beta')
book.register('2026-01-01T00:00:00Z', 'gamma', { type: 'nbfi' })
book.publish('2026-01-02T08:00:00Z', 'alpha', ['general 12 maturity 9'])
book.publish('2026-01-03T08:00:00Z', 'beta', ['general 12 maturity 10', 'women 12 monthly 8'])
book.publish('2026-01-05T23:59:59.999Z', 'gamma', ['general 12 maturity 11'])
book.publish('2026-01-06T00:00:00Z', 'gamma', ['general 12 maturity 11.5'])
const now = '2026-01-06T12:00:00Z'
const { text, invalid } = apiOf(book.market(), now)
/** Day, type, count and average of every row. */
const days = (written: Book, at: string, query = '') =>
  apiOf(written.market(), at).lines(
    path + query,
    'snapshot_date',
    'institution_type',
    'institution_count',
    'avg_rate_pa',
  )

test('Summary snapshot: snapshot_date first, then the fields of a market summary group', async () => {
  assert.equal(
    await text(`${path}&since=2026-01-06&type=bank`),
    '[{"snapshot_date":"2026-01-06","institution_type":"bank","product_variant":"general","tenure_months":"12.00",' +
      '"payout_type":"maturity","institution_count":2,"min_rate_pa":"9.000","median_rate_pa":"9.500","max_rate_pa":"10.000","avg_rate_pa":"9.500"}]',
  )
})

const rows = [
  '2026-01-02 bank 1 9.000',
  '2026-01-03 bank 2 9.500',
  '2026-01-04 bank 2 9.500',
  '2026-01-05 bank 2 9.500',
  '2026-01-05 nbfi 1 11.000',
  '2026-01-06 bank 2 9.500',
  '2026-01-06 nbfi 1 11.500',
]

test('GET /summary/history: one row per day and type, oldest first; days without a publication too', async () => {
  assert.deepEqual(await days(book, now), rows)
})

test('GET /summary/history: variant is general and payout_type maturity by default', async () => {
  assert.equal(await text(path), await text(`${path}&variant=general&payout_type=maturity`))
  assert.deepEqual(await days(book, now, '&variant=women&payout_type=monthly'), [
    '2026-01-03 bank 1 8.000',
    '2026-01-04 bank 1 8.000',
    '2026-01-05 bank 1 8.000',
    '2026-01-06 bank 1 8.000',
  ])
  assert.deepEqual(await days(book, now, '&variant=women'), [])
})

test('GET /summary/history: type filters, and since includes its day', async () => {
  assert.deepEqual(await days(book, now, '&type=nbfi'), [rows[4], rows[6]])
  assert.deepEqual(await days(book, now, '&since=2026-01-05'), rows.slice(3))
  assert.deepEqual(await days(book, now, '&since=2025-12-31'), rows)
  assert.deepEqual(await days(book, now, '&since=2026-01-06&type=nbfi'), [rows[6]])
  assert.deepEqual(await days(book, now, '&since=2026-01-07'), [])
})

test('GET /summary/history: until includes its day, and a range that ends before it begins is 422', async () => {
  assert.deepEqual(await days(book, now, '&until=2026-01-04'), rows.slice(0, 3))
  assert.deepEqual(await days(book, now, '&since=2026-01-04&until=2026-01-04'), [rows[2]])
  assert.deepEqual(await days(book, now, '&until=9999-12-31'), rows)
  assert.deepEqual(await invalid(`${path}&since=2026-01-05&until=2026-01-04`), ['until'])
})

test('panel=constant counts the institutions with an offer on every requested day, so a newcomer is no rise', async () => {
  const alone = ['02', '03', '04', '05', '06'].map((day) => `2026-01-${day} bank 1 9.000`)
  assert.deepEqual(await days(book, now, '&panel=constant&type=bank'), alone)
  assert.deepEqual(await days(book, now, '&panel=constant&since=2026-01-03'), rows.slice(1))
  assert.deepEqual(await days(book, now, '&panel=all'), rows)
  const left = openBook()
  for (const id of ['alpha', 'beta', 'gamma']) left.register('2026-01-01T00:00:00Z', id)
  left.publish('2026-01-02T08:00:00Z', 'alpha', ['general 12 maturity 9'])
  left.publish('2026-01-02T08:00:00Z', 'beta', ['general 12 maturity 5'])
  left.register('2026-01-04T08:00:00Z', 'beta', { active: false })
  assert.deepEqual(await days(left, '2026-01-04T10:00:00Z', '&panel=constant'), [
    '2026-01-02 bank 1 9.000',
    '2026-01-03 bank 1 9.000',
    '2026-01-04 bank 1 9.000',
  ])
  left.register('2026-01-05T08:00:00Z', 'alpha', { active: false })
  left.publish('2026-01-05T09:00:00Z', 'gamma', ['general 12 maturity 7'])
  assert.deepEqual(await days(left, '2026-01-05T10:00:00Z', '&panel=constant'), [])
})

test('422 when tenure_months is missing', async () => {
  assert.deepEqual(await invalid('/summary/history'), ['tenure_months'])
  assert.deepEqual(await invalid('/summary/history?since=x'), ['tenure_months', 'since'])
})

test('a day is measured at its end, UTC', async () => {
  const busy = openBook()
  busy.register('2026-01-01T00:00:00Z', 'alpha')
  busy.publish('2026-01-02T08:00:00Z', 'alpha', ['general 12 maturity 9'])
  busy.publish('2026-01-02T09:00:00Z', 'alpha', ['general 12 maturity 8'])
  busy.publish('2026-01-02T23:59:59.999Z', 'alpha', ['general 12 maturity 7'])
  busy.publish('2026-01-03T00:00:00Z', 'alpha', ['general 12 maturity 6'])
  assert.deepEqual(await days(busy, '2026-01-03T00:00:00Z'), [
    '2026-01-02 bank 1 7.000',
    '2026-01-03 bank 1 6.000',
  ])
})

test('today’s row is the current market, and appears at 00:00:00Z', async () => {
  const early = openBook()
  early.register('2026-01-01T00:00:00Z', 'alpha')
  early.publish('2026-01-02T08:00:00Z', 'alpha', ['general 12 maturity 9'])
  assert.deepEqual(await days(early, '2026-01-02T08:00:00Z'), ['2026-01-02 bank 1 9.000'])
  assert.deepEqual(await days(early, '2026-01-02T23:59:59.999Z'), ['2026-01-02 bank 1 9.000'])
  const two = ['2026-01-02 bank 1 9.000', '2026-01-03 bank 1 9.000']
  assert.deepEqual(await days(early, '2026-01-03T00:00:00Z'), two)
  early.publish('2026-01-03T08:00:00Z', 'alpha', ['general 12 maturity 9.5'])
  const { rows: history } = apiOf(early.market(), '2026-01-03T09:00:00Z')
  const [today] = (await history(path)).slice(-1)
  const [group] = await history('/summary')
  assert.deepEqual(today, { snapshot_date: '2026-01-03', ...group })
  assert.equal(group?.['avg_rate_pa'], '9.500')
})

test('a group with no offer at the end of a day has no row', async () => {
  const gone = openBook()
  gone.register('2026-01-01T00:00:00Z', 'alpha')
  gone.publish('2026-01-02T08:00:00Z', 'alpha', ['general 12 maturity 9', 'general 6 maturity 8'])
  gone.publish('2026-01-03T08:00:00Z', 'alpha', ['general 6 maturity 8'])
  gone.publish('2026-01-05T08:00:00Z', 'alpha', ['general 12 maturity 9', 'general 6 maturity 8'])
  gone.publish('2026-01-06T08:00:00Z', 'alpha', ['general 6 maturity 8'])
  assert.deepEqual(await days(gone, '2026-01-07T00:00:00Z'), [
    '2026-01-02 bank 1 9.000',
    '2026-01-05 bank 1 9.000',
  ])
})

test('a past row never changes, even if an institution is deactivated or changes its type later', async () => {
  const changed = openBook()
  changed.register('2026-01-01T00:00:00Z', 'alpha')
  changed.register('2026-01-01T00:00:00Z', 'beta')
  changed.publish('2026-01-02T08:00:00Z', 'alpha', ['general 12 maturity 9'])
  changed.publish('2026-01-02T08:00:00Z', 'beta', ['general 12 maturity 10'])
  const past = ['2026-01-02 bank 2 9.500']
  assert.deepEqual(await days(changed, '2026-01-02T10:00:00Z'), past)
  changed.register('2026-01-03T08:00:00Z', 'alpha', { active: false })
  changed.register('2026-01-04T08:00:00Z', 'beta', { type: 'nbfi' })
  changed.register('2026-01-05T08:00:00Z', 'alpha', { active: true })
  assert.deepEqual(await days(changed, '2026-01-05T10:00:00Z'), [
    ...past,
    '2026-01-03 bank 1 10.000',
    '2026-01-04 nbfi 1 10.000',
    '2026-01-05 bank 1 9.000',
    '2026-01-05 nbfi 1 10.000',
  ])
})

test('a publication while inactive counts from the day of being active again', async () => {
  const closed = openBook()
  closed.register('2026-01-01T00:00:00Z', 'alpha', { active: false })
  closed.publish('2026-01-02T08:00:00Z', 'alpha', ['general 12 maturity 9'])
  assert.deepEqual(await days(closed, '2026-01-03T00:00:00Z'), [])
  closed.register('2026-01-03T08:00:00Z', 'alpha', { active: true })
  assert.deepEqual(await days(closed, '2026-01-03T10:00:00Z'), ['2026-01-03 bank 1 9.000'])
})

test('tenure_months compares by value and is shown in canonical form', async () => {
  const printed = openBook()
  printed.register('2026-01-01T00:00:00Z', 'alpha')
  printed.publish('2026-01-02T08:00:00Z', 'alpha', ['general 12.000 maturity 9.1234'])
  const { lines } = apiOf(printed.market(), '2026-01-02T10:00:00Z')
  for (const asked of ['12', '12.0', '12.00000']) {
    assert.deepEqual(
      await lines(`/summary/history?tenure_months=${asked}`, 'tenure_months', 'median_rate_pa'),
      ['12.00 9.1234'],
    )
  }
})

test('GET /summary/history: an array may be empty', async () => {
  assert.equal(await apiOf(emptyMarket, now).text(path), '[]')
  assert.equal(await apiOf(book.market(), now).text('/summary/history?tenure_months=13'), '[]')
})

test('a day keeps what was published then, also if it is corrected later', async () => {
  assert.deepEqual(await days(typingError(), '2026-03-03T12:00:00Z'), [
    '2026-02-27 bank 1 15.200',
    '2026-02-28 bank 1 15.200',
    '2026-03-01 bank 1 12.500',
    '2026-03-02 bank 1 15.200',
    '2026-03-03 bank 1 15.200',
  ])
  const six = '/summary/history?tenure_months=6'
  const fields = ['snapshot_date', 'avg_rate_pa']
  assert.deepEqual(await days(wrongBank(), '2026-03-02T12:00:00Z', '&type=bank'), [
    '2026-02-27 bank 1 9.000',
    '2026-02-28 bank 1 9.000',
    '2026-03-01 bank 1 11.500',
    '2026-03-02 bank 1 9.000',
  ])
  // The retracted sheet withdrew 6 months, so 1 March has no row.
  const { lines: linesOf } = apiOf(wrongBank().market(), '2026-03-02T12:00:00Z')
  assert.deepEqual(await linesOf(six, ...fields), [
    '2026-02-27 8.000',
    '2026-02-28 8.000',
    '2026-03-02 8.000',
  ])
})

testRefusals(apiOf(book.market(), now), '/summary/history', {
  tenure_months: { takes: '12.50' },
  variant: { takes: 'digital' },
  payout_type: { takes: 'annual' },
  type: { takes: 'bank' },
  since: { takes: '2026-02-28' },
  until: { takes: '2026-02-28' },
  panel: { takes: 'constant' },
})

test('GET /summary/history: a since before the first day gives all days, and no more', async () => {
  const one = openBook()
  one.register('2026-01-02T09:00:00Z', 'alpha')
  one.publish('2026-01-02T10:00:00Z', 'alpha', ['general 12 maturity 9'])
  const at = '2026-01-03T12:00:00Z'
  const all = ['2026-01-02 bank 1 9.000', '2026-01-03 bank 1 9.000']
  assert.deepEqual(await days(one, at, '&since=2025-12-31'), all)
  assert.deepEqual(await days(one, at), all)
})
