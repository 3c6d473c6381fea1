import assert from 'node:assert/strict'
import type { Day } from '../../../src/domain/day.ts'
import type { StoreViews } from '../../../src/book/store/store.ts'
import type { OpenBook } from './contract.ts'
import { writerFor, offer, registered, sheet } from './drafts.ts'

export type OnBook = (title: string, work: (book: OpenBook) => Promise<void>) => void

/** The SQL views against expectations written by hand. */
export function viewsContract(onBook: OnBook): void {
  onBook(
    'institution has the current records, in the field names of the API',
    async ({ store }) => {
      const writer = writerFor(store)
      await writer.add(
        registered('b', '2026-06-01T00:00:00Z'),
        registered('a', '2026-06-01T00:00:00Z'),
      )
      const rated = {
        name: 'B plc',
        active: false,
        creditRating: 'AA-',
        ratingAgency: 'Fitch',
        ratingUpdated: '2026-05-31' as Day,
        staleAfterDays: 30,
      }
      await writer.add(registered('b', '2026-06-02T00:00:00Z', rated))
      const { institution } = await store.views()
      assert.deepEqual(institution, [
        {
          id: 'a',
          name: 'The a',
          type: 'bank',
          website: 'https://a.example/',
          active: 1,
          license_type: 'licensed_commercial_bank',
          credit_rating: null,
          rating_agency: null,
          rating_updated: null,
          stale_after_days: 7,
          position: 2,
        },
        {
          id: 'b',
          name: 'B plc',
          type: 'bank',
          website: 'https://b.example/',
          active: 0,
          license_type: 'licensed_commercial_bank',
          credit_rating: 'AA-',
          rating_agency: 'Fitch',
          rating_updated: '2026-05-31',
          stale_after_days: 30,
          position: 3,
        },
      ])
    },
  )

  onBook('decimals are padded and exact, and times are as in the API', async ({ store }) => {
    const writer = writerFor(store)
    await writer.add(registered('a', '2026-06-01T00:00:00Z'))
    const offers = [
      offer('general 3.291 maturity', '9.12345'),
      offer('general 12 annual', '10', '0.5'),
    ]
    await writer.publish(sheet('a', '2026-06-01T10:00:00.5Z', offers), '2026-06-02T00:00:00.120Z')
    const again = [offer('general 3.291 maturity', '9.1'), offer('general 12 annual', '10', '0.5')]
    await writer.publish(sheet('a', '2026-06-03T00:00:00Z', again), '2026-06-03T00:00:00Z')
    const { currentOffer, rateHistory } = await store.views()
    const common = { institution_id: 'a', product_variant: 'general' }
    const first = { position: 2, ...common, changed_at: '2026-06-02T00:00:00.120Z' }
    const point = { tenure_to_months: null }
    const maturity = { tenure_months: '3.291', payout_type: 'maturity', ...point }
    const annual = { tenure_months: '12.00', payout_type: 'annual', ...point }
    const noMinimum = { min_deposit: '0.00', prev_min_deposit: '0.00' }
    const aHalf = { min_deposit: '0.50', prev_min_deposit: '0.50' }
    const initial = { direction: 'initial' }
    assert.deepEqual(rateHistory, [
      {
        ...first,
        ...maturity,
        ...initial,
        prev_rate_pa: '9.12345',
        new_rate_pa: '9.12345',
        ...noMinimum,
      },
      { ...first, ...annual, ...initial, prev_rate_pa: '10.000', new_rate_pa: '10.000', ...aHalf },
      {
        position: 3,
        ...common,
        ...maturity,
        prev_rate_pa: '9.12345',
        new_rate_pa: '9.100',
        direction: 'down',
        changed_at: '2026-06-03T00:00:00Z',
        ...noMinimum,
      },
    ])
    const read = {
      position: 3,
      ...common,
      institution_name: 'The a',
      currency: 'KES',
      scraped_at: '2026-06-03T00:00:00Z',
      source_url: 'https://a.example/rates',
    }
    assert.deepEqual(currentOffer, [
      { ...read, ...maturity, rate_pa: '9.100', min_deposit: '0.00' },
      { ...read, ...annual, rate_pa: '10.000', min_deposit: '0.50' },
    ])
  })

  onBook('each minimum deposit is an offer with a history of its own', async ({ store }) => {
    const writer = writerFor(store)
    await writer.add(registered('a', '2026-06-01T00:00:00Z'))
    const tiers = [
      offer('general 12 maturity', '9', '5000'),
      offer('general 12 maturity', '9.25', '1000000'),
      offer('general 12 maturity', '9.5', '10000000'),
    ]
    await writer.publish(sheet('a', '2026-06-01T00:00:00Z', tiers), '2026-06-01T00:00:00Z')
    const views = await store.views()
    assert.deepEqual(offerLines(views), [
      'a general 12.00 maturity 9.000 from 5000.00 at 2',
      'a general 12.00 maturity 9.250 from 1000000.00 at 2',
      'a general 12.00 maturity 9.500 from 10000000.00 at 2',
    ])
    const initials = [
      '2 a general 12.00 maturity initial 9.000',
      '2 a general 12.00 maturity initial 9.250',
      '2 a general 12.00 maturity initial 9.500',
    ]
    assert.deepEqual(historyLines(views), initials)
    // A sheet lists all tiers of the terms that it lists, even if it is partial.
    const one = [offer('general 12 maturity', '9', '5000')]
    const partial = sheet('a', '2026-06-02T00:00:00Z', one, { complete: false })
    await writer.publish(partial, '2026-06-02T00:00:00Z')
    const after = await store.views()
    assert.deepEqual(offerLines(after), ['a general 12.00 maturity 9.000 from 5000.00 at 3'])
    assert.deepEqual(historyLines(after), initials)
    const moved = [offer('general 12 maturity', '9.1', '6000')]
    await writer.publish(sheet('a', '2026-06-03T00:00:00Z', moved), '2026-06-03T00:00:00Z')
    const { rateHistory } = await store.views()
    const { min_deposit, prev_min_deposit, direction } = rateHistory.at(-1) ?? {}
    assert.deepEqual([min_deposit, prev_min_deposit, direction], ['6000.00', '5000.00', 'up'])
  })

  onBook('a withdrawal ends an offer, until it returns', async ({ store }) => {
    const writer = writerFor(store)
    await writer.add(registered('a', '2026-06-01T00:00:00Z'))
    const both = [offer('general 12 maturity', '9'), offer('women 6 monthly', '8')]
    const one = [offer('general 12 maturity', '9')]
    await writer.publish(sheet('a', '2026-06-01T00:00:00Z', both), '2026-06-01T00:00:00Z')
    await writer.publish(sheet('a', '2026-06-02T00:00:00Z', one), '2026-06-02T00:00:00Z')
    const withdrawn = await store.views()
    assert.deepEqual(offerLines(withdrawn), ['a general 12.00 maturity 9.000 from 0.00 at 3'])
    const initials = [
      '2 a general 12.00 maturity initial 9.000',
      '2 a women 6.00 monthly initial 8.000',
    ]
    assert.deepEqual(historyLines(withdrawn), initials)
    await writer.publish(sheet('a', '2026-06-03T00:00:00Z', both), '2026-06-03T00:00:00Z')
    const returned = await store.views()
    assert.deepEqual(offerLines(returned), [
      'a general 12.00 maturity 9.000 from 0.00 at 4',
      'a women 6.00 monthly 8.000 from 0.00 at 4',
    ])
    assert.deepEqual(historyLines(returned), [...initials, '4 a women 6.00 monthly flat 8.000'])
  })

  onBook('offers of several sheets are in terms order', async ({ store }) => {
    const writer = writerFor(store)
    await writer.add(
      registered('b', '2026-06-01T00:00:00Z'),
      registered('a', '2026-06-01T00:00:00Z'),
    )
    const offers = [
      offer('general 3 annual', '7'),
      offer('general 12 maturity', '9'),
      offer('senior_citizen 6 monthly', '8'),
    ]
    await writer.publish(sheet('b', '2026-06-01T00:00:00Z', offers), '2026-06-01T00:00:00Z')
    await writer.publish(sheet('a', '2026-06-01T00:00:00Z', offers), '2026-06-01T00:00:00Z')
    const more = [
      offer('general 3 maturity', '7.5'),
      offer('general 3 annual', '7'),
      offer('women 1.5 maturity', '6'),
    ]
    const partial = sheet('a', '2026-06-02T00:00:00Z', more, { complete: false })
    await writer.publish(partial, '2026-06-02T00:00:00Z')
    assert.deepEqual(offerLines(await store.views()), [
      'a general 3.00 maturity 7.500 from 0.00 at 5',
      'a general 3.00 annual 7.000 from 0.00 at 5',
      'a general 12.00 maturity 9.000 from 0.00 at 4',
      'a senior_citizen 6.00 monthly 8.000 from 0.00 at 4',
      'a women 1.50 maturity 6.000 from 0.00 at 5',
      'b general 3.00 annual 7.000 from 0.00 at 3',
      'b general 12.00 maturity 9.000 from 0.00 at 3',
      'b senior_citizen 6.00 monthly 8.000 from 0.00 at 3',
    ])
  })

  onBook('an inactive institution has a history and no offers', async ({ store }) => {
    const writer = writerFor(store)
    await writer.add(registered('a', '2026-06-01T00:00:00Z'))
    const offers = [offer('general 12 maturity', '9')]
    await writer.publish(sheet('a', '2026-06-01T00:00:00Z', offers), '2026-06-01T00:00:00Z')
    await writer.add(registered('a', '2026-06-02T00:00:00Z', { active: false }))
    const inactive = await store.views()
    assert.deepEqual(offerLines(inactive), [])
    assert.deepEqual(historyLines(inactive), ['2 a general 12.00 maturity initial 9.000'])
    await writer.add(registered('a', '2026-06-03T00:00:00Z', { name: 'A again' }))
    const { currentOffer } = await store.views()
    assert.deepEqual(
      currentOffer.map((row) => [row['institution_name'], row['position']]),
      [['A again', 2]],
    )
  })
}

/** The rows of `current_offer`, a line each. */
export function offerLines({ currentOffer }: StoreViews): string[] {
  return currentOffer.map((row) => {
    const rate = [row['rate_pa'], 'from', row['min_deposit'], 'at', row['position']]
    return [row['institution_id'], ...termsOf(row), ...rate].join(' ')
  })
}

/** The rows of `rate_history`, a line each. */
function historyLines({ rateHistory }: StoreViews): string[] {
  return rateHistory.map((row) => {
    const change = [row['direction'], row['new_rate_pa']]
    return [row['position'], row['institution_id'], ...termsOf(row), ...change].join(' ')
  })
}

function termsOf(row: StoreViews['rateHistory'][number]): unknown[] {
  return [row['product_variant'], row['tenure_months'], row['payout_type']]
}
