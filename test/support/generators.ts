import * as fc from 'fast-check'
import { canonicalDecimal, monthsOfDays, type Decimal } from '../../src/domain/decimal.ts'
import { dayLength, type Instant } from '../../src/domain/instant.ts'
import type { Institution } from '../../src/domain/institution.ts'
import {
  compareTiers,
  depositOf,
  keyOf,
  payouts,
  variants,
  type Offer,
  type Payout,
  type Variant,
} from '../../src/domain/offer.ts'
import type { Sheet } from '../../src/domain/sheet.ts'

/** How often a property runs, by default and with `FUZZ_RUNS=20`. A failure prints its seed and path. */
export function runs(times: number): { numRuns: number } {
  return { numRuns: Math.ceil(times * Number(process.env['FUZZ_RUNS'] ?? '1')) }
}

const zeros = (most: number) => fc.nat(most).map((count) => '0'.repeat(count))
const digits = (most: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'.split('')), maxLength: most })
const wholePart = fc.oneof(
  fc.nat(20).map(String),
  fc.bigInt({ min: 0n, max: 999_999_999_999_999n }).map(String),
)

const printing = (whole: string, fraction: string) =>
  (fraction === '' ? whole : `${whole}.${fraction}`) as Decimal

/** Two printings of one value that differ in trailing zeros. */
export const reprintedDecimal: fc.Arbitrary<readonly [Decimal, Decimal]> = fc
  .tuple(wholePart, digits(10), zeros(5), zeros(5))
  .map(([whole, fraction, ...ends]) => {
    const kept = fraction.replace(/0+$/, '')
    return [printing(whole, kept + ends[0]), printing(whole, kept + ends[1])]
  })

/** Any valid decimal; often close to another one, often with trailing zeros. */
export const plainDecimal: fc.Arbitrary<Decimal> = fc.oneof(
  reprintedDecimal.map(([one]) => one),
  fc.tuple(wholePart, digits(15)).map(([whole, fraction]) => printing(whole, fraction)),
)

/** A list of at most `most` items: usually long, and able to shrink to a short one. */
function few<T>(item: fc.Arbitrary<T>, most: number): fc.Arbitrary<T[]> {
  return fc.oneof({ withCrossShrink: true }, fc.array(item, { maxLength: most, size: 'max' }), {
    weight: 3,
    arbitrary: fc.array(item, { minLength: most >> 1, maxLength: most, size: 'max' }),
  })
}

/** Only a few institutions, so that they share groups. One id is a prefix of another. */
export const institutionIds = ['b2', 'b-2', 'a', 'b'] as const
export const institutionId = fc.constantFrom(...institutionIds)

/** The fields of a registration except the id; often equal to an earlier one, or different in one field. */
const record: fc.Arbitrary<Omit<Institution, 'id'>> = fc.record({
  name: fc.constantFrom('First “Bank” 🏦', 'Second, Ltd'),
  type: fc.constantFrom('bank', 'bank', 'nbfi'),
  website: fc.constant('https://bank.example/'),
  active: fc.oneof({ weight: 6, arbitrary: fc.constant(true) }, fc.constant(false)),
  licenseType: fc.constant('licensed_commercial_bank'),
  creditRating: fc.constantFrom(null, 'AA-'),
  ratingAgency: fc.constant(null),
  ratingUpdated: fc.constant(null),
  staleAfterDays: fc.integer({ min: 1, max: 4 }),
})

const someVariant = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<Variant[]>('general', 'general', 'women') },
  fc.constantFrom(...variants),
)
const somePayout = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<Payout[]>('maturity', 'maturity', 'monthly') },
  fc.constantFrom(...payouts),
)
/** Months, or days: 100 days are 3.29 months, and 365 days are 12.00. */
const someTenure: fc.Arbitrary<Pick<Offer, 'tenure' | 'tenureDays'>> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .constantFrom('12', '12.0', '12.00', '3', '3.0', '3.29', '100')
      .map((text) => ({ tenure: text as Decimal })),
  },
  fc.constantFrom(100, 365).map((days) => ({ tenure: monthsOfDays(days), tenureDays: days })),
)
const someRate = fc.constantFrom(
  ...(['8', '8.0', '8.25', '9.5', '9.50', '9.5000', '9.12345', '10', '10.0'] as Decimal[]),
)
const someDeposit = fc.constantFrom(
  ...([undefined, '0', '0.00', '5000', '5000.0', '25000', '100000.125'] as (Decimal | undefined)[]),
)

/** One line of text that is valid in JSON and in CSV sheets. */
const line = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((text) => /^[^\p{Cc}=+\-@]+$/u.test(text) && text.trim() !== '' && text.isWellFormed())

const offer: fc.Arbitrary<Offer> = fc
  .record({
    variant: someVariant,
    tenure: someTenure,
    payout: somePayout,
    rate: someRate,
    deposit: someDeposit,
    yearly: fc.option(someRate, { nil: undefined, freq: 4 }),
    product: fc.option(line, { nil: undefined, freq: 4 }),
  })
  .map(({ tenure, deposit, yearly, product, ...rest }) => ({
    ...rest,
    ...tenure,
    ...(deposit !== undefined && { minimumDeposit: deposit }),
    ...(yearly !== undefined && { annualEffectiveRate: yearly }),
    ...(product !== undefined && { product }),
  }))

/** Drops repeated offers, because a sheet with the same terms and minimum deposit twice is refused. */
function unrepeated(offers: readonly Offer[]): Offer[] {
  const keyed = offers.map(
    (one) => [`${keyOf(one)} ${canonicalDecimal(depositOf(one))}`, one] as const,
  )
  return [...new Map(keyed).values()]
}

/** A sheet without its institution and its time. */
export type SheetContent = Omit<Sheet, 'institutionId' | 'scrapedAt'>

/** A sheet as the reader returns it: its variants are covered, its offers are in order and distinct. */
export const sheetContent: fc.Arbitrary<SheetContent> = fc
  .record({
    sourceUrl: fc.constantFrom('https://bank.example/rates', 'HTTP://bank.example/?a=1&b="2"'),
    currency: fc.constant('LKR'),
    complete: fc.oneof({ weight: 2, arbitrary: fc.constant(true) }, fc.constant(false)),
    coversToo: fc.oneof(fc.constant([...variants]), fc.subarray([...variants])),
    first: offer,
    rest: few(offer, 10),
  })
  .map(({ coversToo, first, rest: others, ...rest }) => {
    const offers = unrepeated([first, ...others])
    const named = new Set([...coversToo, ...offers.map(({ variant }) => variant)])
    const covers = variants.filter((variant) => named.has(variant))
    return { ...rest, covers, offers: offers.toSorted(compareTiers) }
  })

/** An event of a random book, and the pause before it. */
export type BookEvent = { readonly pause: Pause; readonly act: Act }
type Pause = { readonly wait: number; readonly midnight?: number | undefined }
type Act =
  | { readonly kind: 'register'; readonly id: string; readonly record: Omit<Institution, 'id'> }
  | {
      readonly kind: 'publish'
      readonly id: string
      readonly sheet: SheetContent
      readonly lag: number
    }
  | { readonly kind: 'republish' | 'check' | 'verify'; readonly id: string; readonly lag: number }

/** Sometimes no pause, sometimes one until midnight or a millisecond before or after it. */
const pause: fc.Arbitrary<Pause> = fc.oneof(
  fc.constantFrom(0, 0, 1, dayLength).map((wait) => ({ wait })),
  fc.nat(3 * dayLength).map((wait) => ({ wait })),
  fc.record({ wait: fc.nat(2 * dayLength), midnight: fc.constantFrom(-1, 0, 1) }),
)

/** Milliseconds between reading and publishing a sheet. */
const lag = fc.oneof(fc.constantFrom(0, 0, 1, dayLength), fc.nat(2 * dayLength))

const registration: fc.Arbitrary<Act> = fc.record({
  kind: fc.constant('register'),
  id: institutionId,
  record,
})
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 2, arbitrary: registration },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('publish'),
      id: institutionId,
      sheet: sheetContent,
      lag,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('republish', 'check', 'verify'),
      id: institutionId,
      lag,
    }),
  },
)

/** The events of a random book (`oracle/books.ts`): registrations first, then any others. */
export const bookEvents: fc.Arbitrary<readonly BookEvent[]> = fc
  .tuple(
    fc.shuffledSubarray([...institutionIds], { minLength: 1 }).chain((ids) =>
      fc.tuple(
        ...ids.map((id) =>
          fc.record({
            pause,
            act: fc.record({
              kind: fc.constant('register' as const),
              id: fc.constant(id),
              record,
            }),
          }),
        ),
      ),
    ),
    few(fc.record({ pause, act }), 30),
  )
  .map(([first, rest]) => [...first, ...rest])

/** The first instant of a random book. */
export const start = Date.UTC(2026, 1, 27, 22) as Instant
