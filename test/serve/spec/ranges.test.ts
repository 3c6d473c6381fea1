import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Decimal } from '../../../src/domain/decimal.ts'
import { apiOf, type Row } from '../../support/ask.ts'
import { openBook, type Book } from '../../support/book.ts'
import { at } from '../../support/sample-market.ts'

const now = '2026-03-01T00:00:00Z'

/** The book of one bank that published some sheets, one a day. */
function bookOf(...sheets: readonly (readonly string[])[]): Book {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha')
  for (const [day, offers] of sheets.entries())
    book.publish(`2026-02-0${day + 1}T00:00:00Z`, 'alpha', offers)
  return book
}

/** The changes of the last entry of a book: `initial 12-24`. */
function lastChanges(book: Book): string[] {
  const entry = book.market().entries.at(-1)
  if (entry?.kind !== 'sheet-published') throw new Error('The last entry is no sheet.')
  return entry.changes.map(({ direction, tenure, tenureTo }) =>
    [direction, [tenure, tenureTo ?? []].flat().join('-')].join(' '),
  )
}

const line = (tenures: string, rate: string) => `general ${tenures} maturity ${rate}`

test('a bank that changes its ranges neither raises nor cuts a rate', async () => {
  const changes = {
    'a bound moves': [['12-24 9.50'], ['12-36 9.75'], ['withdrawn 12-24', 'initial 12-36']],
    'an upper bound is excluded': [
      ['12-24 9.50'],
      ['12-729d 9.25'],
      ['initial 12-23.97', 'withdrawn 12-24'],
    ],
    'a range is split': [
      ['12-36 9.50'],
      ['12-24 9.25', '24-36 9.75'],
      ['initial 12-24', 'withdrawn 12-36', 'initial 24-36'],
    ],
    'ranges are joined': [
      ['12-24 9.25', '24-36 9.75'],
      ['12-36 9.50'],
      ['withdrawn 12-24', 'initial 12-36', 'withdrawn 24-36'],
    ],
    'a tenure becomes a range': [['12 9.50'], ['12-24 9.75'], ['withdrawn 12', 'initial 12-24']],
    'a range becomes a tenure': [['12-24 9.50'], ['12 9.25'], ['initial 12', 'withdrawn 12-24']],
  } as const
  for (const [what, [before, after, expected]] of Object.entries(changes)) {
    const linesOf = (offers: readonly string[]) =>
      offers.map((text) => line(...(text.split(' ') as [string, string])))
    const book = bookOf(linesOf(before), linesOf(after))
    assert.deepEqual(lastChanges(book), expected, what)
    const { rows, lines } = apiOf(book.market(), now)
    assert.deepEqual(await rows('/rates/changes'), [], what)
    const directions = await lines('/rates/history/alpha', 'direction')
    assert.ok(directions.every((direction) => direction === 'initial'))
    assert.deepEqual(await lines('/reports/best-rates', 'trend'), ['flat'], what)
  }
})

test('a range whose rate rises is one raise, and a range that is only reprinted is none', async () => {
  const reprinted = bookOf([line('12-24', '9.50')], [line('365d-24.0', '9.5')])
  assert.deepEqual(lastChanges(reprinted), [])
  const book = bookOf([line('12-24', '9.50')], [line('12.0-730d', '9.75')])
  const { lines } = apiOf(book.market(), now)
  const fields = ['tenure_months', 'tenure_to_months', 'prev_rate_pa', 'new_rate_pa', 'direction']
  assert.deepEqual(await lines('/rates/changes?details=true', ...fields), [
    '12.00 24.00 9.500 9.750 up',
  ])
  assert.deepEqual(await lines('/reports/best-rates', 'best_rate_pa', 'trend'), ['9.750 up'])
})

test('a correction names a range by both bounds, and no offer with one of them', async () => {
  const offers = [line('12', '9.00'), line('12-24', '9.50'), line('12-36', '9.60')]
  const book = bookOf(offers, [...offers, line('48', '9.70')])
  assert.throws(
    () => book.correct('2026-02-10T00:00:00Z', 2, 'general 12-48 maturity 9.10'),
    /has no general 12-48 maturity; it has .*general 12-24 maturity/,
  )
  book.correct('2026-02-10T00:00:00Z', 2, 'general 12.0-24.00 maturity 9.55')
  const { lines } = apiOf(book.market(), now)
  const corrected = ['target', 'tenure_months', 'tenure_to_months', 'was_rate_pa', 'now_rate_pa']
  assert.deepEqual(await lines('/corrections', ...corrected), [
    '3 12.00 24.00 9.500 9.550',
    '2 12.00 24.00 9.500 9.550',
  ])
  const fields = ['tenure_months', 'tenure_to_months', 'rate_pa']
  assert.deepEqual(await lines('/rates/current?details=true', ...fields), [
    '12.00 null 9.000',
    '12.00 24.00 9.550',
    '12.00 36.00 9.600',
    '48.00 null 9.700',
  ])
  assert.deepEqual(await lines('/rates/changes'), [])
})

test('a verification confirms the ranges that it names', async () => {
  const book = bookOf([line('12', '9.00'), line('12-24', '9.50')])
  const [tenure, tenureTo] = ['12', '24'] as [Decimal, Decimal]
  book.enter({
    kind: 'rates-verified',
    institutionId: 'alpha',
    at: at('2026-02-20T00:00:00Z'),
    tiers: [{ variant: 'general', tenure, tenureTo, payout: 'maturity' }],
  })
  const { rows } = apiOf(book.market(), now)
  const verified = ({ tenure_to_months: to, last_verified_at: when }: Row) => [to, when]
  assert.deepEqual((await rows('/evidence')).map(verified), [
    [null, '2026-02-01T00:00:00Z'],
    ['24.00', '2026-02-20T00:00:00Z'],
  ])
})

test('a sheet that leaves a range alone neither confirms nor withdraws it', async () => {
  const book = bookOf([line('12', '9.00'), line('12-24', '9.50'), line('12-36', '9.60')])
  const leaves = [
    {
      product_variant: 'general',
      tenure_months: '12.0',
      tenure_to_days: 730,
      payout_type: 'maturity',
    },
  ]
  book.publish('2026-02-20T00:00:00Z', 'alpha', [line('48', '9.70')], { leaves })
  assert.deepEqual(lastChanges(book), ['withdrawn 12', 'withdrawn 12-36', 'initial 48'])
  const { lines, rows } = apiOf(book.market(), now)
  const fields = ['tenure_months', 'tenure_to_months', 'scraped_at']
  assert.deepEqual(await lines('/rates/current?details=true', ...fields), [
    '12.00 24.00 2026-02-01T00:00:00Z',
    '48.00 null 2026-02-20T00:00:00Z',
  ])
  const [event] = (await rows('/events?kind=sheet')).toReversed()
  assert.deepEqual(event?.['leaves'], [
    {
      product_variant: 'general',
      tenure_months: '12.00',
      tenure_to_months: '24.00',
      payout_type: 'maturity',
    },
  ])
})
