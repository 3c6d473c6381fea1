import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  collected,
  expectationsOf,
  rulesForCollected,
} from '../../../test/support/collected-sheets.ts'
import { bookAfter, findingsIn, gateSheet, rulesFor } from '../../../test/support/gate-sheets.ts'
import { runs } from '../../../test/support/generators.ts'
import { at } from '../../../test/support/sample-market.ts'
import { revised, revision, sheetContent } from '../../../test/support/sheet-generators.ts'
import type { Day } from '../../domain/day.ts'
import type { Decimal } from '../../domain/decimal.ts'
import type { Finding } from '../../domain/gate-limits.ts'
import { checkCollected, consequenceOf } from './gate.ts'

const anySheet = sheetContent.map((content) => ({
  ...content,
  institutionId: 'alpha-bank',
  scrapedAt: at('2026-06-01T00:00:00Z'),
}))

/** The rules that need no earlier sheet. */
const ownRules = [
  'rate-out-of-range',
  'decimal-tail',
  'effective-rate',
  'senior-below-general',
  'senior-far-above-general',
]
const withoutWas = (finding: Finding) => ({ ...finding, was: undefined })

test('a sheet equal to what stands has only the findings about its own figures', () => {
  fc.assert(
    fc.property(anySheet, (sheet) => {
      const again = findingsIn({ sheet, book: bookAfter(sheet) })
      assert.deepEqual(
        again.map(withoutWas),
        findingsIn({ sheet, book: undefined }).map(withoutWas),
      )
      for (const { rule } of again) assert.ok(ownRules.includes(rule), rule)
    }),
    runs(300),
  )
})

test('what stood before changes nothing about the findings on the own figures of a sheet', () => {
  fc.assert(
    fc.property(anySheet, revision, (before, edits) => {
      const sheet = revised(before, edits)
      if (sheet === undefined) return
      const own = findingsIn({ sheet, book: bookAfter(before) }).filter(({ rule }) =>
        ownRules.includes(rule),
      )
      assert.deepEqual(own.map(withoutWas), findingsIn({ sheet, book: undefined }).map(withoutWas))
    }),
    runs(300),
  )
})

test('every message is one sentence', () => {
  fc.assert(
    fc.property(anySheet, anySheet, (before, sheet) => {
      for (const { message } of findingsIn({ sheet, book: bookAfter(before) }))
        assert.match(message, /^[A-Z](?:[^.]|\.\d)+\.$/)
    }),
    runs(300),
  )
})

test('all findings are reported at once, in the order of the rules', () => {
  const before = gateSheet([
    'general 6 maturity 8.00',
    'general 12 maturity 9.35',
    'general 24 monthly 9.00',
    'general 36 monthly 9.00',
    'women 12 maturity 9.35',
  ])
  const sheet = gateSheet([
    'general 6 maturity 24.00 aer 8.00',
    'general 12 maturity 93.5',
    'senior_citizen 12 maturity 9.85',
  ])
  assert.deepEqual(rulesFor(sheet, before), [
    'rate-out-of-range',
    'effective-rate',
    'senior-below-general',
    'very-large-move',
    'very-large-move',
    'variant-withdrawn',
    'half-withdrawn',
    'tenure-gone',
    'tenure-gone',
  ])
})

const general = ['3', '6', '12', '24'].map((tenure) => `general ${tenure} maturity 9.00`)
const before = gateSheet([...general, 'senior_citizen 12 maturity 9.50'])
const consequence = (offers: readonly string[]) =>
  consequenceOf(checkCollected(collected(gateSheet(offers), { before })))

test('a sheet without a finding is published', () => {
  assert.equal(consequence([...general, 'senior_citizen 12 maturity 9.50']), 'publish')
})

test('most findings hold a sheet for one reviewer', () => {
  assert.equal(consequence([...general, 'senior_citizen 12 maturity 8.90']), 'hold')
  assert.equal(consequenceOf([{ rule: 'some-rule-of-the-reading', message: '' }]), 'hold')
})

test('a very large move and a variant that is gone hold it for two', () => {
  const moved = ['general 24 maturity 12.10', 'senior_citizen 12 maturity 9.50']
  assert.equal(consequence([...general.slice(0, 3), ...moved]), 'hold-for-two')
  assert.equal(consequence(general), 'hold-for-two')
})

test('another unit, and nothing read, fail the run whatever else was found', () => {
  const fractions = ['3', '6', '12', '24'].map((tenure) => `general ${tenure} maturity 0.09`)
  assert.equal(consequence([...fractions, 'senior_citizen 12 maturity 0.095']), 'fail')
  assert.equal(consequence([]), 'fail')
})

const anyWholeSheet = anySheet.map((sheet) => ({ ...sheet, complete: true }))

/** The rules that typed sheets do not have, and that need no page and no source. */
const furtherRules = ['rates-at-other-tenures', 'tier-gone']

test('a collected sheet has the findings of a typed one, except those about tenures that stood', () => {
  fc.assert(
    fc.property(anyWholeSheet, revision, (before, edits) => {
      const sheet = { ...before, ...revised(before, edits), complete: true }
      const typed = findingsIn({ sheet, book: bookAfter(before) })
      const source = { expects: expectationsOf(sheet) }
      const found = checkCollected(collected(sheet, { before, source }))
      assert.deepEqual(
        found.filter(({ rule }) => !furtherRules.includes(rule)),
        typed.filter(({ rule }) => rule !== 'tenure-gone'),
      )
    }),
    runs(200),
  )
})

test('the findings of the reading come first, that about the source last', () => {
  const findings = [{ rule: 'pages-differ', message: 'Two pages differ.' }]
  const sheet = gateSheet(['general 12 maturity 93.5'])
  assert.deepEqual(rulesForCollected(sheet, { reading: { findings }, isSourceAccepted: false }), [
    'pages-differ',
    'rate-out-of-range',
    'source-not-accepted',
  ])
})

test('a source that nobody has accepted holds even a sheet that changes nothing', () => {
  const sheet = gateSheet(['general 12 maturity 9.35'])
  const [finding, ...rest] = checkCollected(
    collected(sheet, { before: sheet, isSourceAccepted: false }),
  )
  assert.deepEqual(rest, [])
  assert.match(finding?.message ?? '', /ratebook source accept alpha-bank\.$/)
  assert.equal(consequenceOf(finding === undefined ? [] : [finding]), 'hold')
})

test('the tolerance of the source replaces that of the limits', () => {
  const sheet = gateSheet(['general 12 maturity 9.35 aer 9.45'])
  const withTolerance = (tolerance: string) =>
    rulesForCollected(sheet, {
      source: { limits: { aer_tolerance: { value: tolerance as Decimal, reason: 'test' } } },
    })
  assert.deepEqual(rulesForCollected(sheet), ['effective-rate'])
  assert.deepEqual(withTolerance('0.1'), [])
  assert.deepEqual(withTolerance('0.09'), ['effective-rate'])
})

function months(...counts: readonly string[]) {
  return counts.map((count) => ({ tenure: count as Decimal }))
}

test('an expected tenure that is gone is a finding, whether it stood or not', () => {
  const before = gateSheet(['general 12 maturity 9.35', 'general 24 maturity 9.50'])
  const sheet = gateSheet(['general 12 maturity 9.35', 'senior_citizen 12 maturity 9.85'])
  const expects = [
    { variant: 'general', payout: 'maturity', tenures: months('12.00', '24', '36') },
    { variant: 'senior_citizen', payout: 'maturity', tenures: months('12', '24') },
  ] as const
  const gone = checkCollected(collected(sheet, { before, source: { expects } })).filter(
    ({ rule }) => rule === 'tenure-gone',
  )
  assert.deepEqual(
    gone.map(({ tier, was, message }) => [tier?.variant, tier?.tenure, was, message]),
    [
      [
        'general',
        '24',
        '9.50',
        'The page does not list general 24 months maturity, which stands at 9.50 %; the source definition expects it.',
      ],
      [
        'general',
        '36',
        undefined,
        'The page does not list general 36 months maturity, which never stood; the source definition expects it.',
      ],
      [
        'senior_citizen',
        '24',
        undefined,
        'The page does not list senior_citizen 24 months maturity, which never stood; the source definition expects it.',
      ],
    ],
  )
})

test('a tenure that stood may go if the source does not expect it', () => {
  const offers = ['3', '6', '12'].map((tenure) => `general ${tenure} maturity 9.35`)
  const before = gateSheet([...offers, 'general 48 maturity 9.35'])
  const sheet = gateSheet(offers)
  const source = { expects: expectationsOf(sheet) }
  assert.deepEqual(rulesForCollected(sheet, { before, source }), [])
})

test('a variant that is gone has one finding, not also one for each expected tenure', () => {
  const general = ['3', '6', '12'].map((tenure) => `general ${tenure} maturity 9.35`)
  const before = gateSheet([...general, 'senior_citizen 12 maturity 9.85'])
  const source = { expects: expectationsOf(before) }
  const findings = checkCollected(collected(gateSheet(general), { before, source }))
  assert.deepEqual(
    findings.map(({ rule }) => rule),
    ['variant-withdrawn'],
  )
  assert.equal(consequenceOf(findings), 'hold-for-two')
})

const misprint = {
  tier: { variant: 'general', tenure: '24' as Decimal, payout: 'maturity' },
  annualEffectiveRate: '7.77' as Decimal,
  until: '2026-06-01' as Day,
} as const

test('a misprint line excuses one printed AER, up to its last day', () => {
  const sheet = gateSheet(['general 24 maturity 9.00 aer 7.77', 'general 12 maturity 9 aer 9'])
  const rules = (source: object, today = '2026-06-01') =>
    rulesForCollected(sheet, { source, today: today as Day })
  assert.deepEqual(rules({}), ['effective-rate'])
  assert.deepEqual(rules({ misprints: [misprint] }), [])
  assert.deepEqual(rules({ misprints: [misprint] }, '2026-06-02'), ['effective-rate'])
  const other = { ...misprint, annualEffectiveRate: '7.78' as Decimal }
  assert.deepEqual(rules({ misprints: [other] }), ['effective-rate'])
  const elsewhere = { ...misprint, tier: { ...misprint.tier, payout: 'monthly' } }
  assert.deepEqual(rules({ misprints: [elsewhere] }), ['effective-rate'])
})

test('where the terms have several tiers, a misprint line must name the minimum deposit', () => {
  const sheet = gateSheet([
    'general 24 maturity 9.00 aer 7.77 from 5000',
    'general 24 maturity 9.50 aer 7.77 from 250000',
  ])
  const tier = { ...misprint.tier, minimumDeposit: '5000' as Decimal }
  const rules = (one: object) =>
    checkCollected(collected(sheet, { source: { misprints: [{ ...misprint, ...one }] } }))
  assert.equal(rules({}).length, 2)
  assert.deepEqual(
    rules({ tier }).map((finding) => finding.tier?.minimumDeposit),
    ['250000'],
  )
})

test('a misprinted AER confirms no move', () => {
  const before = gateSheet(['general 24 maturity 10.50'])
  const sheet = gateSheet(['general 24 maturity 9.00 aer 7.77'])
  const source = { misprints: [misprint] }
  assert.deepEqual(rulesForCollected(sheet, { before, source }), ['large-move'])
})
