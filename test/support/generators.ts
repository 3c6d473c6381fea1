import * as fc from 'fast-check'
import type { Decimal } from '../../src/domain/decimal.ts'
import { dayLength, type Instant } from '../../src/domain/instant.ts'
import type { Institution } from '../../src/domain/institution.ts'
import { few } from './offer-generators.ts'
import { revision, sheetContent, type Revision, type SheetContent } from './sheet-generators.ts'

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
  | {
      readonly kind: 'revise'
      readonly id: string
      readonly revision: Revision
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
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('revise'), id: institutionId, revision, lag }),
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
