import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gateSheet, rulesFor } from '../../../test/support/gate-sheets.ts'

const tenures = ['3', '6', '12', '24']
/** A sheet with one rate for each of the first tenures. */
const sheetOf = (...rates: string[]) =>
  gateSheet(rates.map((rate, index) => `general ${tenures[index]} annual ${rate}`))
const before = sheetOf('2.00', '3.00', '4.00', '5.00')
const oneFactor = (...rates: string[]) => rulesFor(sheetOf(...rates), before).includes('one-factor')

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
  assert.ok(rulesFor(before, sheetOf('0.60')).includes('one-factor'))
  assert.ok(!rulesFor(before).includes('one-factor'))
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
