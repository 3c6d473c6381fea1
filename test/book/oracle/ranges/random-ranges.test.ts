import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Decimal } from '../../../../src/domain/decimal.ts'
import { institutionTypes } from '../../../../src/domain/institution.ts'
import { apiOf } from '../../../support/ask.ts'
import { institutionIds, runs } from '../../../support/generators.ts'
import { someDeposit, someType } from '../parameters.ts'
import { askedCompare, askedCurrent, askedLastDay, askedSummary } from './asked-ranges.ts'
import { marketOfOffers, oracleOffers, type Publisher } from './market-of-offers.ts'
import { rangeCompare, rangeCurrent, rangeSummary } from './range-answers.ts'
import { monthsOfBoundIn } from '../slow-tenure.ts'

/** Tenures in rising order: adjoining days, whole months, and months that days give. */
const bounds =
  '7d 45d 46d 91d 3 4.5 152d 5 180d 6 183d 7 213d 364d 12 366d 395d 13 396d 14.6 450d 729d 24 731d 36 60'.split(
    ' ',
  )

const tenures = fc
  .tuple(fc.nat(bounds.length - 1), fc.nat(bounds.length - 1))
  .map(([one, other]) => {
    const [from, to] = [Math.min(one, other), Math.max(one, other)]
    return from === to ? `${bounds[from]}` : `${bounds[from]}-${bounds[to]}`
  })
const variant = fc.constantFrom('general', 'general', 'general', 'women')
const payout = fc.constantFrom('maturity', 'maturity', 'monthly')
/** Each value has one printing, because several offers of one rate may give the lowest of a group. */
const rate = fc.constantFrom('8', '8.25', '9.5', '9.75', '9.12345', '10')
const deposit = fc.constantFrom('', '', ' 5000', ' 25000', ' 100000.5')

const offers = fc
  .uniqueArray(fc.tuple(variant, tenures, payout, deposit, rate), {
    minLength: 1,
    maxLength: 14,
    selector: (parts) => parts.slice(0, 4).join(),
  })
  .map((lines) =>
    lines.map(([one, range, paid, least, yields]) => `${one} ${range} ${paid} ${yields}${least}`),
  )

const publishers: fc.Arbitrary<Publisher[]> = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom(...institutionIds),
    type: fc.constantFrom(...institutionTypes),
    offers,
  }),
  { minLength: 1, selector: ({ id }) => id },
)

/** Bounds as the API prints them, whole months, and any two decimals. */
const askedTenure = fc.oneof(
  fc.constantFrom(
    ...bounds.map((text) =>
      text.endsWith('d') ? monthsOfBoundIn(Number(text.slice(0, -1))) : (text as Decimal),
    ),
  ),
  fc.integer({ min: 1, max: 61 }).map((months) => String(months) as Decimal),
  fc.integer({ min: 20, max: 6_100 }).map((cents) => (cents / 100).toFixed(2) as Decimal),
)

test('the answers of random markets with ranges are those of the oracle', async () => {
  const asked = fc.record({
    tenure: askedTenure,
    variant: fc.constantFrom('general', 'general', 'women'),
    payout: fc.constantFrom('maturity', 'maturity', 'monthly'),
    type: someType,
    deposit: someDeposit,
  })
  await fc.assert(
    fc.asyncProperty(
      publishers,
      fc.array(asked, { minLength: 3, maxLength: 3 }),
      async (all, requests) => {
        const api = apiOf(marketOfOffers(all), '2026-11-03T00:00:00Z')
        const known = oracleOffers(all)
        assert.deepEqual(await askedSummary(api, {}), rangeSummary(known, {}))
        for (const request of requests) {
          const { deposit: amount, ...group } = request
          const { tenure, type } = group
          assert.deepEqual(await askedCompare(api, request), rangeCompare(known, request))
          assert.deepEqual(await askedCompare(api, group), rangeCompare(known, group))
          assert.deepEqual(
            await askedSummary(api, { tenure, type }),
            rangeSummary(known, { tenure, type }),
          )
          assert.deepEqual(await askedLastDay(api, group), rangeSummary(known, group))
          const some = { type, deposit: amount }
          assert.deepEqual(await askedCurrent(api, some), rangeCurrent(known, some))
          assert.deepEqual(
            await askedCurrent(api, { ...some, tenure }),
            rangeCurrent(known, { ...some, tenure }),
          )
        }
      },
    ),
    runs(300),
  )
})
