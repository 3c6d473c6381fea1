import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { problemLine, type InputProblem } from '../../../src/book/publish/input/problem.ts'
import { readSheet, validateSheet } from '../../../src/book/publish/input/read-sheet.ts'
import { sheetFields } from '../../../src/book/publish/input/serialize.ts'
import { monthsOfBound, monthsOfDays } from '../../../src/domain/decimal.ts'
import { payouts, variants, type Sheet } from '../../../src/domain/offer.ts'
import { runs } from '../../support/generators.ts'
import { at } from '../../support/sample-market.ts'

const rates = ['8.50', '0', '1000', '1000.01', '8,50', '1e3', '']
const months = ['12', '0', '1200', '1201', '24.00']
const days = [30, 360, 0, 36_500, 36_501]
const texts = ['Saver', '', 'a\u00ADb', 'x'.repeat(301), 'a\nb', '\uD800']

const tenures = fc.oneof(
  fc.record({ tenure: fc.constantFrom(...months) }),
  fc.constantFrom(...days).map((tenureDays) => ({ tenureDays, tenure: monthsOfDays(tenureDays) })),
  fc.record({ tenure: fc.constantFrom(...months), tenureTo: fc.constantFrom(...months) }),
  fc.tuple(fc.constantFrom(...days), fc.constantFrom(...days)).map(([from, to]) => ({
    tenure: monthsOfBound(from),
    tenureDays: from,
    tenureTo: monthsOfBound(to),
    tenureToDays: to,
  })),
)
const terms = fc
  .tuple(
    fc.record({
      variant: fc.constantFrom(...variants, 'pensioner'),
      payout: fc.constantFrom(...payouts, 'weekly'),
    }),
    tenures,
  )
  .map(([named, tenure]) => ({ ...named, ...tenure }))
const offers = fc.array(
  fc
    .tuple(
      terms,
      fc.record(
        {
          rate: fc.constantFrom(...rates),
          annualEffectiveRate: fc.constantFrom(...rates, '1000000', '1000001'),
          minimumDeposit: fc.constantFrom(...rates),
          product: fc.constantFrom(...texts),
        },
        { requiredKeys: ['rate'] },
      ),
    )
    .map(([named, values]) => ({ ...named, ...values })),
  { maxLength: 4 },
)
const leaves = fc.array(
  fc.record({
    variant: fc.constantFrom(...variants),
    tenure: fc.constantFrom(...months),
    payout: fc.constantFrom(...payouts),
  }),
  { minLength: 1, maxLength: 2 },
)
const sheets = fc.record(
  {
    institutionId: fc.constantFrom('alpha-bank', 'Alpha Bank'),
    sourceUrl: fc.constantFrom(
      'https://a.example/rates',
      'ftp://a.example',
      'https://a:b@c.example',
    ),
    scrapedAt: fc.constantFrom(at('2026-06-01T00:00:00Z'), at('1899-12-31T00:00:00Z')),
    currency: fc.constantFrom('KES', 'XXY', 'kes'),
    complete: fc.boolean(),
    covers: fc.subarray([...variants], { minLength: 1 }),
    leaves,
    offers,
  },
  {
    requiredKeys: [
      'institutionId',
      'sourceUrl',
      'scrapedAt',
      'currency',
      'complete',
      'covers',
      'offers',
    ],
  },
)

const inOrder = (problems: readonly InputProblem[]) => problems.map(problemLine).toSorted()

test('the rules of a typed sheet are those of the same sheet in JSON', () => {
  fc.assert(
    fc.property(sheets, (made) => {
      const sheet = made as unknown as Sheet
      const read = readSheet(Buffer.from(JSON.stringify(sheetFields(sheet))))
      const checked = validateSheet(sheet)
      assert.deepEqual(inOrder(checked.problems), inOrder(read.problems))
      assert.deepEqual(checked.sheet, read.sheet)
    }),
    runs(2_000),
  )
})
