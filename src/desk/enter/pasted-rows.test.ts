import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Decimal } from '../../domain/decimal.ts'
import type { Offer } from '../../domain/offer.ts'
import { readPastedRows } from './pasted-rows.ts'
import { offerOfRow, rowsOfOffers } from './typed-rows.ts'

const into = { institutionId: 'alpha-bank', currency: 'LKR' }
const problemsOf = (csv: string): readonly string[] => {
  const read = readPastedRows(csv, into)
  return 'problems' in read ? read.problems : []
}
const columns = 'product_variant,tenure_months,tenure_days,payout_type,rate_pa'

test('each wrong line of pasted CSV is named', () => {
  const wrong: Readonly<Record<string, readonly string[]>> = {
    ' \n': ['The CSV has no lines with rates.'],
    hello: [
      'Line 1: It has 1 value; expected are 4 to 6, separated by commas, semicolons or tabs.',
    ],
    'foo,bar\n1,2': [
      'Line 1: It has 2 values; expected are 4 to 6, separated by commas, semicolons or tabs.',
      'Line 2: It has 2 values; expected are 4 to 6, separated by commas, semicolons or tabs.',
    ],
    'general;6;maturity;8.00\n\ngeneral;-5;maturity;\nold;12;maturity;8,50': [
      'Line 3: Write the tenure in months, such as 12, or in days, such as 100d; a range has a hyphen, such as 12-24.',
      'Line 3: The rate is missing.',
      'Line 4: "old" is not a known variant; use one of general, senior_citizen, women, digital, minor.',
      'Line 4: "8,50" has a comma; write the rate with a point and without thousands separators, such as "8.50".',
    ],
    'general,6,maturity,8\ngeneral,6.0,maturity,9': [
      'Line 2: The same terms and minimum deposit are also at line 1; keep one of the two.',
    ],
    'variant,months,payout,rate\ngeneral,6,maturity,8': [
      'Line 1: The column "months" is unknown, or occurs twice.',
    ],
    'general,400-500d,maturity,8\ngeneral,30d-90,maturity,8\ngeneral,12-24x,maturity,8': [
      'Line 1: Write the units of both bounds of 400-500d, such as 100d-365d or 12m-400d.',
      'Line 2: Write the units of both bounds of 30d-90, such as 100d-365d or 12m-400d.',
      'Line 3: Write the tenure in months, such as 12, or in days, such as 100d; a range has a hyphen, such as 12-24.',
    ],
    [`${columns}\ngeneral,12,365,maturity,8`]: [
      'Line 2: Give the tenure in months or in days, not in both.',
    ],
    [`institution_id,${columns}\nbeta-bank,general,12,,maturity,8`]: [
      'Line 2: This is a rate of "beta-bank".',
    ],
    'general,6,maturity,8,,5.000\ngeneral,12,maturity,8,,5.125\ngeneral,24,maturity,8,,5.00': [
      'Line 1: "5.000" has more decimals than the coins of LKR; write 5000, or 5.00.',
      'Line 2: "5.125" has more decimals than the coins of LKR; write 5125.',
    ],
    'general,500d-400d,maturity,8\ngeneral,500-400d,maturity,8\ngeneral,90d-30,maturity,8\ngeneral,12.5-400d,maturity,8\ngeneral,24-12,maturity,8':
      [
        'Line 1: The range 500d-400d does not end after it starts; write the shorter bound first, or one tenure alone.',
        'Line 2: Write the units of both bounds of 500-400d, such as 100d-365d or 12m-400d.',
        'Line 3: Write the units of both bounds of 90d-30, such as 100d-365d or 12m-400d.',
        'Line 4: Write the units of both bounds of 12.5-400d, such as 100d-365d or 12m-400d.',
        'Line 5: The range 24-12 does not end after it starts; write the shorter bound first, or one tenure alone.',
      ],
    'general,"6,maturity,8': [
      'Line 1: A double quote is misplaced or has no closing one; put the whole cell in double quotes, and write a double quote inside it twice.',
    ],
  }
  for (const [csv, sentences] of Object.entries(wrong)) assert.deepEqual(problemsOf(csv), sentences)
  assert.ok('rows' in readPastedRows('general,6,maturity,8,,5.000', { ...into, currency: 'KWD' }))
  const many = problemsOf('general,6,maturity,x\n'.repeat(30))
  assert.equal(
    problemsOf('general,6,maturity,x\n'.repeat(21)).at(-1),
    '1 more problem is not shown.',
  )
  assert.deepEqual([many.length, many.at(-1)], [21, '10 more problems are not shown.'])
})

test('lines of pasted CSV have the columns of the form, or those that the first line names', () => {
  const rowsOf = (csv: string) => {
    const read = readPastedRows(csv, into)
    assert.ok('rows' in read, JSON.stringify(read))
    return read.rows.map((row) => [row.variant, row.tenure, row.payout, row.rate, row.deposit])
  }
  const general = ['general', '100d', 'maturity', '8.75']
  assert.deepEqual(rowsOf('\ngeneral; 100d; maturity; 8.75;;5000\r\n'), [[...general, '5000']])
  assert.deepEqual(rowsOf(`institution_id,${columns}\nalpha-bank,general,,100,maturity,8.75`), [
    [...general, ''],
  ])
  const bounds = 'product_variant,tenure_months,tenure_to_days,payout_type,rate_pa'
  for (const csv of ['general;12m-729d;maturity;8', `${bounds}\ngeneral,12,729,maturity,8`])
    assert.deepEqual(rowsOf(csv), [['general', '12m-729d', 'maturity', '8', '']])
  assert.deepEqual(rowsOf('rate\ttenure\tvariant\tpayout\n8.75\t100d\tgeneral\tmaturity'), [
    [...general, ''],
  ])
})

test('a range that stands is typed as its bounds, and reads back as them', () => {
  const terms = { variant: 'general', payout: 'maturity', rate: '7' as Decimal } as const
  const days = { tenure: '24.03', tenureDays: 731, tenureTo: '36' }
  const months = { tenure: '12', tenureTo: '23.97', tenureToDays: 729 }
  const offers = [months, days].map((tenures) => ({ ...terms, ...tenures }) as Offer)
  const rows = rowsOfOffers(offers)
  assert.deepEqual(
    rows.map(({ tenure }) => tenure),
    ['12m-729d', '731d-36m'],
  )
  assert.deepEqual(rows.map(offerOfRow), [
    {
      product_variant: 'general',
      tenure_months: '12',
      tenure_to_days: 729,
      payout_type: 'maturity',
    },
    {
      product_variant: 'general',
      tenure_days: 731,
      tenure_to_months: '36',
      payout_type: 'maturity',
    },
  ])
})
