import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  collected,
  expectationsOf,
  rulesForCollected,
} from '../../../test/support/collected-sheets.ts'
import { bookAfter, findingsIn, gateSheet, rulesFor } from '../../../test/support/gate-sheets.ts'
import type { Terms } from '../../domain/offer.ts'
import { checkCollected } from './gate.ts'

const general = ['3', '6', '12', '24', '36'].map((tenure) => `general ${tenure} maturity 8.00`)
const senior = ['12', '24'].map((tenure) => `senior_citizen ${tenure} maturity 8.50`)
const before = gateSheet([...general, ...senior])

test('a complete sheet without offers has one finding', () => {
  assert.deepEqual(rulesFor(gateSheet([]), before), ['no-offers'])
  assert.deepEqual(rulesFor(gateSheet([])), ['no-offers'])
  assert.deepEqual(rulesFor(gateSheet([], { complete: false }), before), [])
})

test('a tenure that stood and is gone is a finding', () => {
  const sheet = gateSheet([...general.slice(0, -1), ...senior])
  const [finding, ...rest] = findingsIn({ sheet, book: bookAfter(before) })
  assert.deepEqual(rest, [])
  assert.deepEqual(finding, {
    rule: 'tenure-gone',
    tier: { variant: 'general', tenure: '36', payout: 'maturity' },
    was: '8.00',
    message:
      'The sheet does not list general 36 months maturity, which stands at 8.00 %; a complete sheet is expected to list every tenure that stands.',
  })
})

test('terms that a sheet leaves alone are not gone, and do not count', () => {
  const terms = (text: string) => {
    const [variant, tenure, payout] = text.split(' ')
    return { variant, tenure, payout } as Terms
  }
  const leaving = (offers: readonly string[], left: readonly string[]) =>
    gateSheet(offers, { leaves: left.map(terms) })
  const shorter = general.slice(0, -1)
  assert.deepEqual(rulesFor(leaving([...shorter, ...senior], general.slice(-1)), before), [])
  assert.deepEqual(rulesFor(leaving(general, senior), before), [])
  assert.deepEqual(rulesFor(leaving([], [...general, ...senior]), before), [])
  assert.deepEqual(rulesFor(leaving([], general), before), ['no-offers'])
  // One of the two offers that the sheet does not leave alone is gone: that is half of them.
  const one = findingsIn({
    sheet: leaving(general.slice(0, 1), [...general.slice(2), ...senior]),
    book: bookAfter(before),
  })
  assert.match(one.find(({ rule }) => rule === 'half-withdrawn')?.message ?? '', /1 of the 2/)
})

test('the same tenure at another payout or of another variant does not replace it', () => {
  const monthly = gateSheet([...general, 'general 36 monthly 7.00'])
  assert.deepEqual(rulesFor(gateSheet(general), monthly), ['tenure-gone'])
  const sheet = gateSheet([...general, senior[0] ?? ''])
  assert.deepEqual(rulesFor(sheet, before), ['tenure-gone'])
})

test('a tenure that still has one of its tiers is not gone', () => {
  const tiers = ['general 60 maturity 9.00 from 5000', 'general 60 maturity 9.50 from 250000']
  const both = gateSheet([...general, ...tiers])
  assert.deepEqual(rulesFor(gateSheet([...general, tiers[0] ?? '']), both), [])
})

test('a partial sheet, and one that does not cover the variant, lose no tenure', () => {
  assert.deepEqual(rulesFor(gateSheet([general[0] ?? ''], { complete: false }), before), [])
  assert.deepEqual(rulesFor(gateSheet(general, { covers: ['general'] }), before), [])
})

test('a variant that is gone is a finding, in place of those of its tenures', () => {
  const [finding, ...rest] = findingsIn({ sheet: gateSheet(general), book: bookAfter(before) })
  assert.deepEqual(rest, [])
  assert.deepEqual(finding, {
    rule: 'variant-withdrawn',
    message:
      'The sheet covers senior_citizen and lists none of its 2 standing offers, which would be withdrawn.',
  })
})

test('half of the covered offers withdrawn is a finding; less than half is not', () => {
  const four = gateSheet(general.slice(0, 4))
  const rules = (...offers: string[]) => rulesFor(gateSheet(offers), four)
  assert.deepEqual(rules(...general.slice(0, 2)), ['half-withdrawn', 'tenure-gone', 'tenure-gone'])
  assert.deepEqual(rules(...general.slice(0, 3)), ['tenure-gone'])
})

test('a single standing offer is named as one', () => {
  const messages = (listed: readonly string[], stood: readonly string[]) =>
    findingsIn({ sheet: gateSheet(listed), book: bookAfter(gateSheet(stood)) }).map(
      ({ message }) => message,
    )
  assert.ok(
    messages(general.slice(1, 2), general.slice(0, 1)).includes(
      'The sheet withdraws the only standing offer that it covers; less than half is expected.',
    ),
  )
  assert.deepEqual(messages(general, [...general, senior[0] ?? '']), [
    'The sheet covers senior_citizen and does not list its standing offer, which would be withdrawn.',
  ])
})

test('offers of variants that the sheet does not cover do not count', () => {
  const sheet = gateSheet([senior[0] ?? ''], { covers: ['senior_citizen'] })
  assert.deepEqual(rulesFor(sheet, before), ['half-withdrawn', 'tenure-gone'])
})

test('a partial sheet that withdraws half of all tiers is a finding', () => {
  const tiers = ['5000', '10000'].map((minimum) => `general 3 maturity 8.00 from ${minimum}`)
  const sheet = gateSheet(tiers.slice(0, 1), { complete: false })
  assert.deepEqual(rulesFor(sheet, gateSheet(tiers)), ['half-withdrawn'])
})

const rows = ['general 12 maturity 9.10 from 5000', 'general 24 maturity 9.40 from 5000']
const wealth = 'general 24 maturity 10.00 from 250000'
const tiered = gateSheet([...rows, wealth])

test('a tier that is gone is a finding if another tier of its terms is listed', () => {
  assert.deepEqual(checkCollected(collected(gateSheet(rows), { before: tiered })), [
    {
      rule: 'tier-gone',
      tier: { variant: 'general', tenure: '24', payout: 'maturity', minimumDeposit: '250000' },
      was: '10.00',
      message:
        'The page lists other minimum deposits, but no longer general 24 months maturity from 250000, which stands at 10.00 %.',
    },
  ])
})

test('a tier with another minimum is not gone, nor are terms of which no tier is left', () => {
  const other = gateSheet([...rows, 'general 24 maturity 10.00 from 300000'])
  assert.deepEqual(rulesForCollected(other, { before: tiered }), ['tier-gone'])
  const shifted = ['general 24 maturity 9.40 from 6000', 'general 24 maturity 10.00 from 300000']
  assert.deepEqual(
    rulesForCollected(gateSheet([rows[0] ?? '', ...shifted]), { before: tiered }),
    [],
  )
  const rules = rulesForCollected(gateSheet(rows.slice(0, 1)), { before: tiered })
  assert.ok(!rules.includes('tier-gone'), rules.join())
})

test('a source expects both bounds of a range, and a single tenure as the lower bound of any range', () => {
  const before = gateSheet(['general 12-24 maturity 8.00', 'general 36 maturity 8.00'])
  const rulesFor = (tenure: string, tenureTo?: string) => {
    const bounds = { tenure, ...(tenureTo !== undefined && { tenureTo }) } as Pick<
      Terms,
      'tenure' | 'tenureTo'
    >
    const expects = [{ variant: 'general', payout: 'maturity', tenures: [bounds] }] as const
    return rulesForCollected(before, { before, source: { expects } })
  }
  assert.deepEqual(rulesFor('12'), [])
  assert.deepEqual(rulesFor('12.00', '24.00'), [])
  assert.deepEqual(rulesFor('24'), ['tenure-gone'])
  assert.deepEqual(rulesFor('12', '36'), ['tenure-gone'])
  assert.deepEqual(rulesFor('6', '24'), ['tenure-gone'])
  assert.deepEqual(rulesFor('36', '60'), ['tenure-gone'])
})

test('an expected range with another upper bound is gone', () => {
  const others = ['general 36 maturity 8.20', 'general 48 maturity 8.20']
  const before = gateSheet(['general 12-24 maturity 8.00', ...others])
  const sheet = gateSheet(['general 12-18 maturity 8.00', ...others])
  const source = { expects: expectationsOf(before) }
  assert.deepEqual(
    checkCollected(collected(sheet, { before, source })).map(({ message }) => message),
    [
      'The page does not list general 12 to 24 months maturity, which stands at 8.00 %; the source definition expects it.',
    ],
  )
})
