import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Decimal } from '../../../../src/domain/decimal.ts'
import { apiOf } from '../../../support/ask.ts'
import { askedCompare, askedCurrent, askedSummary } from './asked-ranges.ts'
import { depositAnswers, digitalSummary, financeSummary, handAnswers } from './by-hand.ts'
import { bank, financeCompany } from './indian-market.ts'
import { marketOfOffers, oracleOffers } from './market-of-offers.ts'
import { rangeCompare, rangeSummary } from './range-answers.ts'

const publishers = [bank, financeCompany]
const offers = oracleOffers(publishers)
const api = apiOf(marketOfOffers(publishers), '2026-11-03T00:00:00Z')

test('/compare and /summary of the Indian market at 14 tenures are those worked out by hand', async () => {
  for (const { tenure, compare, summary } of handAnswers) {
    const target = `/compare?tenure_months=${tenure}`
    const compared = await api.lines(target, 'institution_id', 'rate_pa', 'tenure_months')
    const printed = Number(tenure).toFixed(2)
    assert.deepEqual(
      compared,
      compare.map((line) => `${line} ${printed}`),
    )
    const groups = await askedSummary(api, { tenure: tenure as Decimal })
    assert.deepEqual(groups, summary.map(withFigures(printed)))
  }
})

/** A line of `/summary` from `bank general maturity 3.500`: one institution has all four figures. */
const withFigures = (tenure: string) => (line: string) => {
  const [type, variant, payout, rate] = line.split(' ')
  return [type, variant, tenure, payout, 1, rate, rate, rate, rate].join(' ')
}

test('/compare of the Indian market for six amounts is the one worked out by hand', async () => {
  for (const { tenure, deposit, compare } of depositAnswers) {
    const target = `/compare?tenure_months=${tenure}&deposit=${deposit}`
    assert.deepEqual(await api.lines(target, 'institution_id', 'rate_pa'), compare)
  }
})

test('/summary without a tenure has the groups worked out by hand, at the lower bounds of offers', async () => {
  const fields = ['product_variant', 'tenure_months', 'payout_type', 'avg_rate_pa']
  assert.deepEqual(await api.lines('/summary?type=nbfi', ...fields), financeSummary)
  const digital = await api.lines('/summary?type=bank&variant=digital', ...fields)
  assert.deepEqual(digital, digitalSummary)
})

test('the answers of the Indian market for every month from 1 to 120 are those of the oracle', async () => {
  for (let month = 1; month <= 120; month += 1) {
    const tenure = String(month) as Decimal
    const asked = { tenure, variant: 'general', payout: 'maturity' } as const
    assert.deepEqual(await askedCompare(api, asked), rangeCompare(offers, asked))
    assert.deepEqual(await askedSummary(api, { tenure }), rangeSummary(offers, { tenure }))
  }
})

test('each bound that the API prints finds its own offer', async () => {
  const all = await askedCurrent(api, {})
  assert.equal(all.length, offers.length)
  for (const line of all) {
    const [, , from, to] = line.split(' ')
    for (const bound of [from, to].filter((one) => one !== 'null')) {
      const applying = await askedCurrent(api, { tenure: bound as Decimal })
      assert.ok(applying.includes(line), `${bound} does not find ${line}`)
    }
  }
})
