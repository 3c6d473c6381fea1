import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collected, rulesForCollected } from '../../../test/support/collected-sheets.ts'
import { bookAfter, findingsIn, gateSheet, rulesFor } from '../../../test/support/gate-sheets.ts'
import { checkCollected } from './gate.ts'

const findings = (...offers: string[]) => rulesFor(gateSheet(offers))
const row = (rate: string) => gateSheet([`general 12 maturity ${rate}`])

test('rates from 0.5 % to 30 % pass, for every printing of the limits', () => {
  for (const rate of ['0.5', '0.500', '9.35', '30', '30.00'])
    assert.deepEqual(rulesFor(row(rate)), [], rate)
})

test('a rate below 0.5 % or above 30 % is a finding', () => {
  for (const rate of ['0.49', '0.0935', '0.4999', '30.01', '93.5', '100'])
    assert.deepEqual(rulesFor(row(rate)), ['rate-out-of-range'], rate)
})

test('the finding names the tier, its standing rate, the new rate and the limits', () => {
  const [finding] = findingsIn({
    sheet: gateSheet(['general 12.00 maturity 93.5 from 5000.00']),
    book: undefined,
  })
  assert.deepEqual(finding, {
    rule: 'rate-out-of-range',
    tier: { variant: 'general', tenure: '12.00', payout: 'maturity', minimumDeposit: '5000.00' },
    now: '93.5',
    limit: { name: 'highest_rate', value: '30' },
    message:
      'The rate of general 12 months maturity from 5000 is 93.5 %; rates from 0.5 % to 30 % are expected.',
  })
})

test('a tenure that the page prints in days is in days in the message', () => {
  const [finding] = findingsIn({
    sheet: gateSheet(['general 3.29 maturity 93.5']),
    book: undefined,
  })
  assert.match(finding?.message ?? '', /^The rate of general 100 days maturity is 93\.5 %/)
})

test('four decimals pass; more are a finding, unless they are zeros at the end', () => {
  for (const rate of ['8', '8.29', '8.2901', '8.290000000'])
    assert.deepEqual(rulesFor(row(rate)), [], rate)
  for (const rate of ['8.29001', '8.290000000000001', '0.75000000000001'])
    assert.deepEqual(rulesFor(row(rate)), ['decimal-tail'], rate)
})

test('a move of 0.0001 passes; a smaller one is a finding, also one that ends a tail', () => {
  for (const [was, now] of [
    ['8.29', '8.2901'],
    ['8.2901', '8.29'],
    ['8.29', '8.290'],
    ['8.290000000000001', '8.30'],
  ] as const)
    assert.deepEqual(rulesFor(row(now), row(was)), [], `${was} to ${now}`)
  const tail = '8.290000000000001'
  assert.deepEqual(rulesFor(row('8.29'), row(tail)), ['tiny-move'])
  assert.deepEqual(rulesFor(row(tail), row('8.29')), ['decimal-tail', 'tiny-move'])
})

test('a collected sheet has the findings too', () => {
  const before = row('8.29')
  assert.deepEqual(rulesForCollected(row('8.290000000000001'), { before }), [
    'decimal-tail',
    'tiny-move',
  ])
})

test('the findings name the tier, both rates and the limit', () => {
  const book = bookAfter(row('8.29'))
  const [tail, move] = findingsIn({ sheet: row('8.290000000000001'), book })
  assert.deepEqual(tail, {
    rule: 'decimal-tail',
    tier: { variant: 'general', tenure: '12', payout: 'maturity' },
    was: '8.29',
    now: '8.290000000000001',
    message:
      'The rate of general 12 months maturity is 8.290000000000001 %; at most 4 decimals are expected.',
  })
  assert.equal(
    move?.message,
    'The rate of general 12 months maturity moves from 8.29 % to 8.290000000000001 %, by less than 0.01 basis points.',
  )
})

test('an AER that differs by 0.06 passes; one that differs by more is a finding', () => {
  for (const aer of ['9.06', '9.060', '8.94', '9'])
    assert.deepEqual(findings(`general 12 maturity 9.00 aer ${aer}`), [], aer)
  for (const aer of ['9.0601', '9.07', '8.93', '0.09'])
    assert.deepEqual(findings(`general 12 maturity 9.00 aer ${aer}`), ['effective-rate'], aer)
})

test('the AER is computed for every payout', () => {
  for (const [payout, aer] of Object.entries({
    maturity: '11.20',
    monthly: '14.93',
    quarterly: '14.75',
    annual: '14.00',
  })) {
    assert.deepEqual(findings(`general 60 ${payout} 14.00 aer ${aer}`), [], payout)
    assert.deepEqual(findings(`general 60 ${payout} 14.00 aer 13.00`), ['effective-rate'], payout)
  }
})

test('a rate without an AER has no finding', () => {
  assert.deepEqual(findings('general 12 maturity 9.00'), [])
})

test('the finding names both figures and the computed AER', () => {
  const book = bookAfter(gateSheet(['general 12 maturity 9.50']))
  const sheet = gateSheet(['general 12 maturity 9.53 aer 9.35'])
  const [finding] = findingsIn({ sheet, book })
  assert.deepEqual([finding?.was, finding?.now], ['9.50', '9.53'])
  assert.equal(
    finding?.message,
    'The AER of general 12 months maturity is printed as 9.35 %, but the rate 9.53 % gives 9.53 %; a difference of 0.06 is allowed.',
  )
})

const general = 'general 12 maturity 9.00'

test('a senior rate from the general rate to 200 basis points above it passes', () => {
  for (const rate of ['9', '9.00', '9.50', '11.00', '11.000'])
    assert.deepEqual(findings(general, `senior_citizen 12 maturity ${rate}`), [], rate)
})

test('a senior rate below the general rate is a finding', () => {
  for (const rate of ['8.99', '8.9999', '1'])
    assert.deepEqual(
      findings(general, `senior_citizen 12 maturity ${rate}`),
      ['senior-below-general'],
      rate,
    )
})

test('a senior rate more than 200 basis points above the general rate is a finding', () => {
  for (const rate of ['11.01', '11.0001', '15'])
    assert.deepEqual(
      findings(general, `senior_citizen 12 maturity ${rate}`),
      ['senior-far-above-general'],
      rate,
    )
})

test('only rates of the same tenure and payout are compared', () => {
  assert.deepEqual(findings(general, 'senior_citizen 6 maturity 5.00'), [])
  assert.deepEqual(findings(general, 'senior_citizen 12 monthly 5.00'), [])
  assert.deepEqual(findings(general, 'senior_citizen 12.00 maturity 5.00'), [
    'senior-below-general',
  ])
  assert.deepEqual(findings(general, 'women 12 maturity 5.00'), [])
})

test('tiers of the same minimum deposit are compared, whatever the other tiers are', () => {
  const tiers = ['general 12 maturity 9.00 from 5000', 'general 12 maturity 12.00 from 250000']
  assert.deepEqual(findings(...tiers, 'senior_citizen 12 maturity 12.50 from 250000.00'), [])
  assert.deepEqual(findings(...tiers, 'senior_citizen 12 maturity 11.00 from 250000'), [
    'senior-below-general',
  ])
})

test('without an equal minimum deposit, the headline offers are compared', () => {
  const senior = [
    'senior_citizen 12 maturity 9.50 from 10000',
    'senior_citizen 12 maturity 5.00 from 50000',
  ]
  assert.deepEqual(findings('general 12 maturity 9.00 from 5000', ...senior), [])
  assert.deepEqual(findings('general 12 maturity 10.00 from 5000', ...senior), [
    'senior-below-general',
  ])
})

test('a sheet with senior rates alone is not compared with the standing general rates', () => {
  const sheet = gateSheet(['senior_citizen 12 maturity 5.00'], { covers: ['senior_citizen'] })
  assert.deepEqual(rulesFor(sheet, gateSheet([general])), [])
})

test('the finding names both rates and their difference', () => {
  const sheet = gateSheet([general, 'senior_citizen 12 maturity 8.75'])
  const [finding] = findingsIn({ sheet, book: undefined })
  assert.equal(
    finding?.message,
    'The rate of senior_citizen 12 months maturity is 8.75 %, 25 basis points below the general rate of 9.00 %; it should not be below.',
  )
})

test('interest that is compounded more often than it is paid gives the AER of its periods, at any tenure and payout', () => {
  const rulesAt = (periodsPerYear: number, offer: string) =>
    rulesForCollected(gateSheet([offer]), { source: { periodsPerYear } })
  // Compounded quarterly: (1 + r/4)^4 - 1.
  const quarterly = [
    '12 maturity 6.60 aer 6.77',
    '36 maturity 6.80 aer 6.98',
    '3 annual 6.00 aer 6.14',
  ]
  for (const offer of quarterly) assert.deepEqual(rulesAt(4, `general ${offer}`), [], offer)
  assert.deepEqual(rulesAt(1, 'general 36 maturity 6.80 aer 6.80'), [])
  const wrong = [
    '12 maturity 6.77 aer 6.60',
    '12 maturity 6.06 aer 6.77',
    '12 maturity 6.80 aer 6.77',
  ]
  for (const offer of wrong)
    assert.deepEqual(rulesAt(4, `general ${offer}`), ['effective-rate'], offer)
  const [finding] = checkCollected(
    collected(gateSheet(['general 36 maturity 6.80 aer 6.38']), { source: { periodsPerYear: 4 } }),
  )
  assert.match(finding?.message ?? '', /gives 6\.98 %, compounded 4 times a year; /)
})
