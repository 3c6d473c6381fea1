import * as fc from 'fast-check'
import { monthsOfDays, type Decimal } from '../../src/domain/decimal.ts'
import {
  payouts,
  termsOf,
  tierKeyOf,
  variants,
  type Offer,
  type Payout,
  type Terms,
  type Variant,
} from '../../src/domain/offer.ts'

/** A list of at most `most` items: usually long, and able to shrink to a short one. */
export function few<T>(item: fc.Arbitrary<T>, most: number): fc.Arbitrary<T[]> {
  return fc.oneof({ withCrossShrink: true }, fc.array(item, { maxLength: most, size: 'max' }), {
    weight: 3,
    arbitrary: fc.array(item, { minLength: most >> 1, maxLength: most, size: 'max' }),
  })
}

const someVariant = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<Variant[]>('general', 'general', 'women') },
  fc.constantFrom(...variants),
)
const somePayout = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<Payout[]>('maturity', 'maturity', 'monthly') },
  fc.constantFrom(...payouts),
)
/** Months, or days: 100 days are 3.29 months, and 365 days are 12.00. */
const oneTenure: fc.Arbitrary<Pick<Offer, 'tenure' | 'tenureDays'>> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .constantFrom('12', '12.0', '12.00', '3', '3.0', '3.29', '100')
      .map((tenure) => ({ tenure: tenure as Decimal })),
  },
  fc.constantFrom(100, 365).map((days) => ({ tenure: monthsOfDays(days), tenureDays: days })),
)
/** One tenure, or sometimes a range from it to a longer one, in months or days. */
const someTenure: fc.Arbitrary<Pick<Offer, 'tenure' | 'tenureDays' | 'tenureTo' | 'tenureToDays'>> =
  fc.oneof(
    { weight: 3, arbitrary: oneTenure },
    fc
      .tuple(
        oneTenure,
        fc.constantFrom(
          { tenureTo: '120' as Decimal },
          { tenureTo: '120.0' as Decimal },
          { tenureTo: monthsOfDays(4_000), tenureToDays: 4_000 },
        ),
      )
      .map(([from, to]) => ({ ...from, ...to })),
  )
export const rate = fc.constantFrom(
  ...(['8', '8.0', '8.25', '9.5', '9.50', '9.5000', '9.12345', '10', '10.0'] as Decimal[]),
)
/** Often none, and often another printing of the same value, so that tiers match, move and return. */
const someDeposit = fc.constantFrom(
  ...([
    undefined,
    undefined,
    '0',
    '0.00',
    '5000',
    '5000',
    '5000.00',
    '10000',
    '25000',
    '25000.0',
    '100000.125',
    '250000',
  ] as (Decimal | undefined)[]),
)

/** One line of text that is valid in JSON and in CSV sheets. */
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((one) => one.trim() !== '' && one.isWellFormed())
  .filter((one) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(one))
  .chain((one) => fc.constantFrom('', '=', "'", "'+", '-').map((start) => start + one))

const terms = fc.record({ variant: someVariant, tenure: someTenure, payout: somePayout })

/** Terms without the days of their tenures. */
export const someTerms: fc.Arbitrary<Terms> = terms.map(({ tenure, ...rest }) =>
  termsOf({ ...rest, ...tenure }),
)

/** What a line of a sheet adds to its terms. */
export type Line = Omit<Offer, keyof Terms | 'tenureDays' | 'tenureToDays'>

export const tierLine: fc.Arbitrary<Line> = fc
  .record({
    rate,
    deposit: someDeposit,
    yearly: fc.option(rate, { nil: undefined, freq: 4 }),
    product: fc.option(text, { nil: undefined, freq: 4 }),
  })
  .map(({ rate, deposit, yearly, product }) => ({
    rate,
    ...(deposit !== undefined && { minimumDeposit: deposit }),
    ...(yearly !== undefined && { annualEffectiveRate: yearly }),
    ...(product !== undefined && { product }),
  }))

/** The offers for some terms: one, or several tiers. */
export const tiers: fc.Arbitrary<Offer[]> = fc
  .record({ terms, first: tierLine, rest: few(tierLine, 3) })
  .map(({ terms: { tenure, ...rest }, first, rest: others }) =>
    [first, ...others].map((one) => ({ ...rest, ...tenure, ...one })),
  )

/** Drops repeated tiers, because a sheet that lists one twice is refused. */
export function unrepeated(offers: readonly Offer[]): Offer[] {
  return [...new Map(offers.map((one) => [tierKeyOf(one), one])).values()]
}
