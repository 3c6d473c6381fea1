import assert from 'node:assert/strict'
import type { Decimal } from '../../src/domain/decimal.ts'
import type { StoreViews } from '../../src/store/store.ts'
import { offer, registered, sheet, writerFor, type BookWriter } from './drafts.ts'
import { assertViewsAgree } from './views-agree.ts'
import { historyLines, offerLines, type OnBook } from './views-contract.ts'

/** A book of one institution, to which each step appends one entry; positions are 2, 3, 4 … */
type Steps = {
  /** Publishes a complete sheet, or a partial one. */
  publish(...offers: readonly ReturnType<typeof offer>[]): Promise<void>
  publishPart(...offers: readonly ReturnType<typeof offer>[]): Promise<void>
  /** Corrects a figure; without a rate there was no such offer. */
  correct(of: number, terms: string, rate?: string, minimumDeposit?: string): Promise<void>
  retract(of: number): Promise<void>
  /** The lines of both views, which must agree with the market and with the log. */
  views(): Promise<{
    readonly offers: readonly string[]
    readonly history: readonly string[]
    readonly rows: StoreViews
  }>
}

const year = 'general 12 maturity'
const half = 'women 6 monthly'

/** The SQL views after corrections and retractions, against expectations written by hand. */
export function correctedViewsContract(onBook: OnBook): void {
  const onSteps = (title: string, work: (steps: Steps) => Promise<void>): void => {
    onBook(`views: ${title}`, async ({ store }) => {
      const writer = writerFor(store)
      await writer.add(registered('a', '2026-06-01T00:00:00Z'))
      await work(stepsOf(writer, () => store.views()))
    })
  }

  onSteps('a corrected figure that is the last replaces the rate', async (book) => {
    await book.publish(offer(year, '9.00', '5000'), offer(half, '8'))
    await book.correct(2, year, '9.5')
    const { offers, history } = await book.views()
    assert.deepEqual(offers, [
      'a general 12.00 maturity 9.500 from 5000.00 at 2',
      'a women 6.00 monthly 8.000 from 0.00 at 2',
    ])
    assert.deepEqual(history.slice(2), ['3 a general 12.00 maturity up 9.500'])
    await book.correct(2, year, '9.25')
    assert.match((await book.views()).offers[0] ?? '', /9\.250/)
  })

  onSteps('a corrected figure that is not the last changes nothing', async (book) => {
    await book.publish(offer(year, '9'))
    await book.publish(offer(year, '9.5'))
    const before = await book.views()
    await book.correct(2, year, '8')
    assert.deepEqual(await book.views(), before)
  })

  onSteps('a correction also replaces the same wrong rate of later sheets', async (book) => {
    await book.publish(offer(year, '9'))
    await book.publish(offer(year, '9'), offer(half, '8'))
    await book.correct(2, year, '9.5')
    const { offers } = await book.views()
    assert.equal(offers[0], 'a general 12.00 maturity 9.500 from 0.00 at 3')
    // The later sheet is then corrected itself.
    await book.correct(3, year, '9.75')
    assert.match((await book.views()).offers[0] ?? '', /9\.750/)
    await book.publish(offer(year, '9'))
    const later = await book.views()
    assert.deepEqual(later.offers, ['a general 12.00 maturity 9.000 from 0.00 at 6'])
  })

  onSteps('an offer that never was leaves current_offer', async (book) => {
    await book.publish(offer(year, '9', '5000'), offer(year, '9.5', '100000'))
    const { history } = await book.views()
    await book.correct(2, year, undefined, '100000')
    const withdrawn = await book.views()
    assert.deepEqual(withdrawn.offers, ['a general 12.00 maturity 9.000 from 5000.00 at 2'])
    assert.deepEqual(withdrawn.history, history)
    await book.correct(2, year, undefined, '5000')
    assert.deepEqual((await book.views()).offers, [])
  })

  onSteps('an offer that a sheet wrongly left out returns with its source', async (book) => {
    await book.publish(offer(year, '9'), offer(half, '8', '0'), offer(half, '8.5', '5000.00'))
    await book.publish(offer(year, '9'))
    await book.publishPart(offer(year, '9.1'))
    await book.correct(3, half, '8.25', '5000')
    const one = await book.views()
    assert.deepEqual(one.offers, [
      'a general 12.00 maturity 9.100 from 0.00 at 4',
      'a women 6.00 monthly 8.250 from 5000.00 at 3',
    ])
    const { scraped_at, source_url, currency } = one.rows.currentOffer[1] ?? {}
    assert.deepEqual(
      [scraped_at, source_url, currency],
      ['2026-06-03T00:00:00Z', 'https://a.example/3', 'LKR'],
    )
    await book.correct(3, half, '8', '0')
    assert.deepEqual((await book.views()).offers.slice(1), [
      'a women 6.00 monthly 8.000 from 0.00 at 3',
      'a women 6.00 monthly 8.250 from 5000.00 at 3',
    ])
    // The sheet that listed the offers before is not needed for them.
    await book.retract(2)
    assert.equal((await book.views()).offers.length, 3)
  })

  onSteps('a retracted last sheet leaves the offers of the sheet before it', async (book) => {
    await book.publish(offer(year, '9'))
    await book.publish(offer(year, '12'), offer(half, '8'))
    await book.retract(3)
    const { offers, history } = await book.views()
    assert.deepEqual(offers, ['a general 12.00 maturity 9.000 from 0.00 at 2'])
    assert.deepEqual(history.slice(1), [
      '3 a general 12.00 maturity up 12.000',
      '3 a women 6.00 monthly initial 8.000',
      '4 a general 12.00 maturity down 9.000',
    ])
    await book.retract(2)
    assert.deepEqual((await book.views()).offers, [])
  })

  onSteps('a retracted earlier sheet leaves the offers of the later one', async (book) => {
    await book.publish(offer(half, '8'))
    await book.publish(offer(year, '9'))
    await book.publishPart(offer(year, '9.5'))
    await book.retract(3)
    assert.deepEqual((await book.views()).offers, [
      'a general 12.00 maturity 9.500 from 0.00 at 4',
      'a women 6.00 monthly 8.000 from 0.00 at 2',
    ])
  })

  onSteps('after a retraction, a later sheet decides by itself', async (book) => {
    await book.publish(offer(half, '8'), offer(year, '8.5'))
    await book.publish(offer(year, '9'))
    // This sheet has no change: it lists the same rate, and the other offer was already withdrawn.
    await book.publish(offer(year, '9'))
    await book.retract(3)
    const { offers, history } = await book.views()
    assert.deepEqual(offers, ['a general 12.00 maturity 9.000 from 0.00 at 4'])
    assert.equal(history.length, 3)
  })

  onSteps('a retraction sets back a moved minimum deposit', async (book) => {
    await book.publish(offer(year, '9', '5000'))
    await book.publish(offer(year, '9.5', '10000'))
    await book.retract(3)
    const { offers, rows } = await book.views()
    assert.deepEqual(offers, ['a general 12.00 maturity 9.000 from 5000.00 at 2'])
    const { direction, min_deposit, prev_min_deposit } = rows.rateHistory.at(-1) ?? {}
    assert.deepEqual([direction, min_deposit, prev_min_deposit], ['down', '5000.00', '10000.00'])
  })

  onSteps('a series may move to a tier that only a retracted sheet had', async (book) => {
    await book.publish(offer(year, '9', '10000'))
    await book.publish(offer(year, '8', '5000'), offer(year, '10', '10000'))
    await book.retract(3)
    await book.publish(offer(year, '8.5', '5000'))
    const { offers, history } = await book.views()
    assert.deepEqual(offers, ['a general 12.00 maturity 8.500 from 5000.00 at 5'])
    assert.equal(history.at(-1), '5 a general 12.00 maturity down 8.500')
  })

  onSteps('the corrections of a retracted sheet end with it', async (book) => {
    await book.publish(offer(year, '9'))
    await book.publish(offer(year, '10'))
    await book.correct(3, year, '10.5')
    await book.retract(3)
    assert.deepEqual((await book.views()).offers, ['a general 12.00 maturity 9.000 from 0.00 at 2'])
  })

  onSteps('a retraction brings back the last corrected rate', async (book) => {
    await book.publish(offer(year, '9'))
    await book.correct(2, year, '9.25')
    await book.publish(offer(year, '10'))
    await book.correct(2, year, '9.75')
    await book.retract(4)
    assert.deepEqual((await book.views()).offers, ['a general 12.00 maturity 9.750 from 0.00 at 2'])
  })
}

function stepsOf(writer: BookWriter, views: () => Promise<StoreViews>): Steps {
  const next = (): number => writer.entries().length + 1
  const day = (): string => `2026-06-${String(next()).padStart(2, '0')}T00:00:00Z`
  const publish = (offers: Parameters<typeof sheet>[2], complete: boolean): Promise<void> => {
    const sourceUrl = `https://a.example/${next()}`
    return writer.publish(sheet('a', day(), offers, { complete, sourceUrl }), day())
  }
  const correct = async (request: Parameters<BookWriter['correct']>[0]): Promise<void> => {
    assert.equal((await writer.correct(request, day())).kind, 'corrected')
  }
  return {
    publish: (...offers) => publish(offers, true),
    publishPart: (...offers) => publish(offers, false),
    correct(of, terms, rate, minimumDeposit) {
      const { rate: now, ...tier } = offer(terms, rate ?? '', minimumDeposit)
      const figure = { tier, ...(rate !== undefined && { rate: now satisfies Decimal }) }
      return correct({ of, cause: 'misread', figure })
    },
    retract: (of) => correct({ of, cause: 'wrong-page' }),
    async views() {
      const rows = await views()
      assertViewsAgree(writer, rows)
      return { offers: offerLines(rows), history: historyLines(rows), rows }
    },
  }
}
