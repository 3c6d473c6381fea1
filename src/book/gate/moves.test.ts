import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleSheets } from '../../../test/book/gate/measure.ts'
import { collected, rulesForCollected } from '../../../test/support/collected-sheets.ts'
import { bookAfter, findingsIn, gateSheet, rulesFor } from '../../../test/support/gate-sheets.ts'
import { checkCollected } from './gate.ts'

const before = gateSheet(['general 12 annual 8.00'])
const after = (rate: string, aer = '') =>
  rulesFor(gateSheet([`general 12 annual ${rate}${aer && ` aer ${aer}`}`]), before)

test('without an AER, a move of 99 basis points passes and one of 100 is a finding', () => {
  for (const rate of ['8.99', '7.01', '8.9999', '8']) assert.deepEqual(after(rate), [], rate)
  for (const rate of ['9', '9.00', '7.00', '11'])
    assert.deepEqual(after(rate), ['large-move'], rate)
})

test('with an AER, a move of 199 basis points passes and one of 200 is a finding', () => {
  for (const rate of ['9.99', '6.01']) assert.deepEqual(after(rate, rate), [], rate)
  for (const rate of ['10.00', '6', '11.00']) assert.deepEqual(after(rate, rate), ['large-move'])
})

test('a move of more than 300 basis points is a finding of its own rule alone', () => {
  for (const aer of ['', '11.01']) assert.deepEqual(after('11.01', aer), ['very-large-move'])
  assert.deepEqual(after('4.99'), ['very-large-move'])
  assert.deepEqual(after('5.00', '5'), ['large-move'])
})

test('a first rate and an offer that returns after a withdrawal have no move', () => {
  assert.deepEqual(rulesFor(gateSheet(['general 12 annual 25'])), [])
  const sheet = gateSheet(['general 12 annual 8.00', 'general 6 annual 25'])
  assert.deepEqual(rulesFor(sheet, before), [])
})

test('tiers are matched as publishing matches them', () => {
  const unstated = gateSheet(['general 12 annual 8.00'])
  const two = gateSheet(['general 12 annual 9.50 from 5000', 'general 12 annual 20 from 250000'])
  const [finding, ...rest] = findingsIn({ sheet: two, book: bookAfter(unstated) })
  assert.deepEqual(rest, [])
  assert.deepEqual([finding?.rule, finding?.tier?.minimumDeposit], ['large-move', '5000'])
})

test('the finding names the tier, both rates, the difference and the limit', () => {
  const sheet = gateSheet(['general 12 annual 12.50 aer 12.50'])
  const [finding] = findingsIn({ sheet, book: bookAfter(gateSheet(['general 12 annual 9.35'])) })
  assert.deepEqual(finding, {
    rule: 'very-large-move',
    tier: { variant: 'general', tenure: '12', payout: 'annual' },
    was: '9.35',
    now: '12.50',
    limit: { name: 'very_large_move', value: '300' },
    message:
      'The rate of general 12 months annual moves from 9.35 % to 12.50 %, by 315 basis points; two people should see a move of more than 300.',
  })
})

const tenures = ['3', '6', '12', '24']
/** A sheet with one rate for each of the first tenures. */
const sheetOf = (...rates: string[]) =>
  gateSheet(rates.map((rate, index) => `general ${tenures[index]} annual ${rate}`))
const four = sheetOf('2.00', '3.00', '4.00', '5.00')
const oneFactor = (...rates: string[]) => rulesFor(sheetOf(...rates), four).includes('one-factor')

test('all rates times 3 or divided by 3 are a finding', () => {
  assert.ok(oneFactor('6.00', '9.00', '12.00', '15.00'))
  assert.ok(!oneFactor('5.99', '9.00', '12.00', '15.00'))
  const down = [sheetOf('2.00', '1.00'), sheetOf('6.00', '3.00')] as const
  assert.ok(rulesFor(...down).includes('one-factor'))
  assert.ok(!rulesFor(sheetOf('2.01', '1.00'), down[1]).includes('one-factor'))
})

test('factors that differ by more than a tenth are not one factor', () => {
  assert.ok(oneFactor('6.00', '9.00', '12.00', '16.50'))
  assert.ok(!oneFactor('6.00', '9.00', '12.00', '16.51'))
})

test('a rate per month in place of a rate per annum is one factor, although it is rounded', () => {
  const perAnnum = sheetOf('8.00', '8.50', '9.35', '9.60')
  const perMonth = sheetOf('0.67', '0.71', '0.78', '0.80')
  assert.ok(rulesFor(perMonth, perAnnum).includes('one-factor'))
})

test('rates that did not stand do not count for the factor, and no rate is no factor', () => {
  assert.ok(rulesFor(four, sheetOf('0.60')).includes('one-factor'))
  assert.ok(!rulesFor(four).includes('one-factor'))
})

/** Whether a sheet whose first `moved` rates rise by 10 basis points, printed with these AERs, has a finding. */
function manyMoves(moved: number, rows: number, aers: readonly string[] = []): boolean {
  const stood = ['2.00', '3.00', '4.00', '5.00'].slice(0, rows)
  const now = stood.map((rate, index) => (index < moved ? rate.replace('.0', '.1') : rate))
  const offers = now.map((rate, index) => {
    const aer = aers[index] === undefined ? '' : ` aer ${rate}`
    return `general ${tenures[index]} annual ${rate}${aer}`
  })
  return rulesFor(gateSheet(offers), sheetOf(...stood)).includes('many-moves')
}

test('more than half of at least four rates move without an AER: a finding', () => {
  assert.ok(manyMoves(3, 4))
  assert.ok(!manyMoves(2, 4))
  assert.ok(!manyMoves(3, 3))
})

test('all rates may move if each moved rate has an AER', () => {
  assert.ok(!manyMoves(4, 4, ['x', 'x', 'x', 'x']))
  assert.ok(!manyMoves(3, 4, ['x', 'x', 'x']))
  assert.ok(manyMoves(3, 4, ['x', 'x']))
})

test('new rates are not rows of both sheets', () => {
  const sheet = sheetOf('2.10', '3.10', '4.10', '5.10')
  assert.ok(!rulesFor(sheet, sheetOf('2.00', '3.00', '4.00')).includes('many-moves'))
})

/** A monthly column with the AERs of its rates, which do not depend on the tenure. */
function monthly(...rates: readonly string[]) {
  const aers = { '8.40': '8.73', '9.00': '9.38', '9.60': '10.03', '10.20': '10.69', '9.10': '9.49' }
  const tenures = ['6', '12', '24', '60']
  return gateSheet(
    rates.map(
      (rate, index) =>
        `general ${tenures[index]} monthly ${rate} aer ${aers[rate as keyof typeof aers]}`,
    ),
  )
}

const atMonth = monthly('8.40', '9.00', '9.60', '10.20')

test('labels that have shifted by one row or two are found, although each AER belongs to its rate', () => {
  const byOne = monthly('10.20', '8.40', '9.00', '9.60')
  assert.deepEqual(checkCollected(collected(byOne, { before: atMonth })), [
    {
      rule: 'rates-at-other-tenures',
      message:
        'Of 4 general rates with payout monthly that move, 4 stood at another tenure; the labels of the rows have probably shifted.',
    },
  ])
  const byTwo = monthly('9.60', '10.20', '8.40', '9.00')
  assert.deepEqual(rulesForCollected(byTwo, { before: atMonth }), ['rates-at-other-tenures'])
})

test('rates at maturity that stood at other tenures are a finding if their AERs are compounded by periods', () => {
  const atMaturity = (...rates: readonly string[]) =>
    gateSheet(
      rates.map((rate, index) => `general ${(index + 1) * 12} maturity ${rate} aer ${rate}`),
    )
  const facts = { before: atMaturity('9.00', '9.30', '9.60'), source: { periodsPerYear: 1 } }
  const shifted = atMaturity('9.60', '9.00', '9.30')
  assert.deepEqual(rulesForCollected(shifted, facts), ['rates-at-other-tenures'])
})

test('two thirds of the moved rates, or two rates, are no finding', () => {
  assert.deepEqual(
    rulesForCollected(monthly('9.00', '9.60', '9.10', '10.20'), { before: atMonth }),
    [],
  )
  assert.deepEqual(
    rulesForCollected(monthly('9.00', '8.40', '9.60', '10.20'), { before: atMonth }),
    [],
  )
})

test('no sheet of the samples has the finding', () => {
  const found = sampleSheets().flatMap(({ sheet, book }) =>
    checkCollected({ ...collected(sheet), book }).map(({ rule }) => rule),
  )
  assert.ok(!found.includes('rates-at-other-tenures'))
})
