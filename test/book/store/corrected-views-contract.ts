import assert from 'node:assert/strict'
import { offer } from './drafts.ts'
import type { OnBook } from './views-contract.ts'
import {
  down,
  figure,
  flat,
  initial,
  up,
  withdrawn,
  writtenBook,
  type WrittenBook,
} from './written-book.ts'

const year = 'general 12 maturity'
const half = 'women 6 monthly'
const part = { complete: false }

/** The SQL views after corrections and retractions, in books whose entries are written by hand. */
export function correctedViewsContract(onBook: OnBook): void {
  const onWritten = (title: string, work: (book: WrittenBook) => Promise<void>): void => {
    onBook(`views: ${title}`, async ({ store }) => {
      await work(await writtenBook(store))
    })
  }

  onWritten('a correction of the standing rate replaces it', async (book) => {
    await book.publish(
      [offer(year, '9.00', '5000'), offer(half, '8')],
      [initial(year, '9.00', '5000'), initial(half, '8')],
    )
    await book.correct([figure(2, year, '9.00', '9.5', '5000')], up(year, '9.00', '9.5', '5000'))
    assert.deepEqual(await book.offers(), [
      'a general 12.00 maturity 9.500 from 5000.00 at 2',
      'a women 6.00 monthly 8.000 from 0.00 at 2',
    ])
    await book.correct([figure(2, year, '9.5', '9.75', '5000')], up(year, '9.5', '9.75', '5000'))
    assert.equal((await book.offers())[0], 'a general 12.00 maturity 9.750 from 5000.00 at 2')
    const { rateHistory } = await book.rows()
    assert.deepEqual(
      rateHistory.map((row) => [row['position'], row['prev_rate_pa'], row['new_rate_pa']]),
      [
        [2, '9.000', '9.000'],
        [2, '8.000', '8.000'],
        [3, '9.000', '9.500'],
        [4, '9.500', '9.750'],
      ],
    )
  })

  onWritten(
    'a correction of several sheets leaves the offer with the last of them',
    async (book) => {
      await book.publish([offer(year, '9')], [initial(year, '9')])
      await book.publish([offer(year, '9')], [])
      await book.correct(
        [figure(2, year, '9', '9.5'), figure(3, year, '9', '9.5')],
        up(year, '9', '9.5'),
      )
      assert.deepEqual(await book.offers(), ['a general 12.00 maturity 9.500 from 0.00 at 3'])
    },
  )

  onWritten('an offer that never was is withdrawn, alone of its terms', async (book) => {
    await book.publish(
      [offer(year, '9', '5000'), offer(year, '9.5', '100000')],
      [initial(year, '9', '5000'), initial(year, '9.5', '100000')],
    )
    await book.correct(
      [figure(2, year, '9.5', undefined, '100000')],
      withdrawn(year, '9.5', '100000'),
    )
    assert.deepEqual(await book.offers(), ['a general 12.00 maturity 9.000 from 5000.00 at 2'])
    await book.correct([figure(2, year, '9', undefined, '5000')], withdrawn(year, '9', '5000'))
    assert.deepEqual(await book.offers(), [])
  })

  onWritten('a correction brings an offer back in a sheet that does not print it', async (book) => {
    await book.publish(
      [offer(year, '9'), offer(half, '8', '5000')],
      [initial(year, '9'), initial(half, '8', '5000')],
    )
    await book.publish([offer(year, '9')], [withdrawn(half, '8', '5000')])
    await book.publish([offer(year, '9.1')], [up(year, '9', '9.1')], part)
    await book.correct(
      [figure(3, half, undefined, '8.25', '5000.000')],
      up(half, '8', '8.25', '5000.000'),
    )
    assert.deepEqual(await book.offers(), [
      'a general 12.00 maturity 9.100 from 0.00 at 4',
      'a women 6.00 monthly 8.250 from 5000.000 at 3',
    ])
    const [, { scraped_at, source_url, currency } = {}] = (await book.rows()).currentOffer
    assert.deepEqual(
      [scraped_at, source_url, currency],
      ['2026-06-03T00:00:00Z', 'https://a.example/3', 'KES'],
    )
    // The sheet that printed the offer is not needed for it.
    await book.retract(2, [figure(2, year, '9'), figure(2, half, '8', undefined, '5000')])
    assert.equal((await book.offers()).length, 2)
  })

  onWritten('a retraction brings back an older sheet', async (book) => {
    await book.publish([offer(year, '9')], [initial(year, '9')])
    await book.publish(
      [offer(year, '12'), offer(half, '8')],
      [up(year, '9', '12'), initial(half, '8')],
    )
    await book.correct([figure(3, year, '12', '12.5')], up(year, '12', '12.5'))
    // The figures of a retraction say what stood before the sheet. They are no listings.
    await book.retract(
      3,
      [figure(3, year, '12.5', '9'), figure(3, half, '8')],
      down(year, '12.5', '9'),
      withdrawn(half, '8'),
    )
    assert.deepEqual(await book.offers(), ['a general 12.00 maturity 9.000 from 0.00 at 2'])
    await book.retract(2, [figure(2, year, '9')], withdrawn(year, '9'))
    assert.deepEqual(await book.offers(), [])
  })

  onWritten('a retracted sheet between two others changes no source but its own', async (book) => {
    await book.publish([offer(half, '8')], [initial(half, '8')])
    await book.publish([offer(year, '9')], [withdrawn(half, '8'), initial(year, '9')])
    await book.publish([offer(year, '9.5')], [up(year, '9', '9.5')], part)
    await book.retract(
      3,
      [figure(3, year, '9'), figure(3, half, undefined, '8')],
      flat(half, '8', '8'),
    )
    assert.deepEqual(await book.offers(), [
      'a general 12.00 maturity 9.500 from 0.00 at 4',
      'a women 6.00 monthly 8.000 from 0.00 at 2',
    ])
  })

  onWritten(
    'a moved minimum deposit ends the earlier tier, and its retraction too',
    async (book) => {
      await book.publish([offer(year, '9', '5000')], [initial(year, '9', '5000')])
      await book.publish([offer(year, '9.5', '10000')], [up(year, '9', '9.5', '10000', '5000')])
      assert.deepEqual(await book.offers(), ['a general 12.00 maturity 9.500 from 10000.00 at 3'])
      await book.retract(
        3,
        [figure(3, year, '9.5', undefined, '10000')],
        down(year, '9.5', '9', '5000', '10000'),
      )
      assert.deepEqual(await book.offers(), ['a general 12.00 maturity 9.000 from 5000.00 at 2'])
      const { direction, min_deposit, prev_min_deposit } =
        (await book.rows()).rateHistory.at(-1) ?? {}
      assert.deepEqual([direction, min_deposit, prev_min_deposit], ['down', '5000.00', '10000.00'])
    },
  )

  onWritten('a tier that moves away makes room for another one', async (book) => {
    await book.publish(
      [offer(year, '9', '5000'), offer(year, '10', '10000')],
      [initial(year, '9', '5000'), initial(year, '10', '10000')],
    )
    await book.publish(
      [offer(year, '9.1', '10000.0'), offer(year, '10.1', '50000')],
      [up(year, '9', '9.1', '10000.0', '5000'), up(year, '10', '10.1', '50000', '10000')],
    )
    assert.deepEqual(await book.offers(), [
      'a general 12.00 maturity 9.100 from 10000.00 at 3',
      'a general 12.00 maturity 10.100 from 50000.00 at 3',
    ])
  })

  onWritten('5000 and 5000.00 are one tier; the last sheet gives the printing', async (book) => {
    await book.publish([offer(year, '9', '5000')], [initial(year, '9', '5000')])
    await book.publish([offer(year, '9.5', '5000.000')], [up(year, '9', '9.5', '5000.000')])
    assert.deepEqual(await book.offers(), ['a general 12.00 maturity 9.500 from 5000.000 at 3'])
    await book.correct(
      [figure(3, year, '9.5', '9.75', '5000.0')],
      up(year, '9.5', '9.75', '5000.0'),
    )
    assert.deepEqual(await book.offers(), ['a general 12.00 maturity 9.750 from 5000.000 at 3'])
    await book.publish(
      [offer(half, '8', '0.5')],
      [withdrawn(year, '9.75', '5000'), initial(half, '8', '0.5')],
    )
    assert.deepEqual(await book.offers(), ['a women 6.00 monthly 8.000 from 0.50 at 5'])
  })

  onWritten(
    'a partial sheet, and terms that a sheet leaves alone, keep other sources',
    async (book) => {
      const both = [offer(year, '9'), offer(half, '8')]
      await book.publish(both, [initial(year, '9'), initial(half, '8')])
      await book.publish([offer(year, '9')], [], part)
      const { rate, ...alone } = offer(half, '8')
      await book.publish([offer(year, '9.1')], [up(year, '9', '9.1')], { leaves: [alone] })
      await book.correct([figure(2, half, rate, '8.5')], up(half, '8', '8.5'))
      assert.deepEqual(await book.offers(), [
        'a general 12.00 maturity 9.100 from 0.00 at 4',
        'a women 6.00 monthly 8.500 from 0.00 at 2',
      ])
      await book.retract(4, [figure(4, year, '9.1', '9')], down(year, '9.1', '9'))
      assert.equal((await book.offers())[0], 'a general 12.00 maturity 9.000 from 0.00 at 3')
    },
  )

  onWritten('a corrected figure of an old sheet without changes changes nothing', async (book) => {
    await book.publish([offer(year, '9')], [initial(year, '9')])
    await book.publish([offer(year, '9.5')], [up(year, '9', '9.5')])
    const before = await book.rows()
    await book.correct([figure(2, year, '9', '8')])
    await book.correct([figure(2, half, undefined, '7')])
    assert.deepEqual(await book.rows(), before)
  })
}
