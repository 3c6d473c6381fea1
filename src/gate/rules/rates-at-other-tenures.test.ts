import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collected, rulesForCollected } from '../../../test/support/collected-sheets.ts'
import { gateSheet } from '../../../test/support/gate-sheets.ts'
import { sampleSheets } from '../../../test/gate/measure.ts'
import { compareWithStanding } from '../comparison.ts'
import { checkCollected } from '../collected.ts'
import { ratesAtOtherTenures } from './rates-at-other-tenures.ts'

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

const before = monthly('8.40', '9.00', '9.60', '10.20')

test('labels that have shifted by one row or two are found, although each AER belongs to its rate', () => {
  const byOne = monthly('10.20', '8.40', '9.00', '9.60')
  assert.deepEqual(checkCollected(collected(byOne, { before })), [
    {
      rule: 'rates-at-other-tenures',
      message:
        'Of 4 general rates with payout monthly that move, 4 stood at another tenure; the labels of the rows have probably shifted.',
    },
  ])
  const byTwo = monthly('9.60', '10.20', '8.40', '9.00')
  assert.deepEqual(rulesForCollected(byTwo, { before }), ['rates-at-other-tenures'])
})

test('two thirds of the moved rates, or two rates, are no finding', () => {
  assert.deepEqual(rulesForCollected(monthly('9.00', '9.60', '9.10', '10.20'), { before }), [])
  assert.deepEqual(rulesForCollected(monthly('9.00', '8.40', '9.60', '10.20'), { before }), [])
})

test('no sheet of the samples has the finding', () => {
  const found = sampleSheets().filter(
    ({ sheet, book }) => ratesAtOtherTenures(compareWithStanding(sheet, book.standing)).length > 0,
  )
  assert.deepEqual(found, [])
})
