import * as fc from 'fast-check'
import type { Attribution, Override } from '../../src/domain/entry.ts'
import { causes, type Cause } from '../../src/domain/change.ts'
import type { Decimal } from '../../src/domain/decimal.ts'
import { dayLength, type Instant } from '../../src/domain/instant.ts'
import type { Institution } from '../../src/domain/institution.ts'
import { few, rate } from './offer-generators.ts'
import {
  someReview,
  someReviewer,
  someRun,
  type SomeEdit,
  type SomeReview,
  type SomeReviewer,
  type SomeRun,
  type SomeTyping,
} from './run-generators.ts'
import { revision, sheetContent, type Revision, type SheetContent } from './sheet-generators.ts'

/**
 * How often a property runs: so many times in `npm run test:faults`, by default a tenth of it in `npm test`, or a third if that is
 * fewer than 20. `npm test` tries the same examples each time; `FUZZ_RUNS=20` tries others, 20 times as many. A failure prints
 * its seed and path.
 */
export function runs(
  times: number,
  inTest = Math.min(times / 3, Math.max(times / 10, 20)),
): { numRuns: number; seed?: number } {
  const { FAULT_ROUNDS, FUZZ_RUNS } = process.env
  if (FAULT_ROUNDS !== undefined) return { numRuns: times * Number(FUZZ_RUNS ?? 1) }
  return FUZZ_RUNS === undefined
    ? { numRuns: Math.ceil(inTest), seed: 1 }
    : { numRuns: Math.ceil(inTest * Number(FUZZ_RUNS)) }
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
type Act = { readonly id: string } & (
  | { readonly kind: 'register'; readonly record: Omit<Institution, 'id'> }
  | (Publication & { readonly kind: 'publish'; readonly sheet: SheetContent })
  | (Publication & { readonly kind: 'revise'; readonly revision: Revision })
  | (Publication & { readonly kind: 'republish' })
  | { readonly kind: 'check' | 'verify'; readonly attribution: Attribution }
  | SomeCorrection
  | SomeRun
  | SomeReview
  | SomeEdit
  | SomeTyping
  | SomeReviewer
)
type Publication = { readonly lag: number; readonly details: Attribution & Override }

/** The correction of some figure of some earlier sheet, or the retraction of some sheet. */
export type SomeCorrection = {
  readonly kind: 'correct' | 'retract'
  /** How many sheets of the institution are newer, modulo their number. */
  readonly age: number
  /** The index of the figure, modulo their number: first the offers of the sheet, then its withdrawals. */
  readonly pick: number
  /** Absent for no offer. */
  readonly rate?: Decimal | undefined
  /** Whether only the picked sheet is corrected, and not the later ones that repeat the figure. */
  readonly only?: boolean
  readonly cause: Cause
  readonly details: Attribution & Override
}

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

const name = fc.constantFrom('Ann', 'Zoë 🏦')
const remark = fc.constantFrom('as printed', '“quoted”, twice')
const attribution: fc.Arbitrary<Attribution> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.record({ by: name, note: remark }, { requiredKeys: [] }),
)
/** Without findings, because events do not show them. */
const details: fc.Arbitrary<Attribution & Override> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.record({ by: name, note: remark, reason: remark }, { requiredKeys: [] }),
)

/** Mostly of the last sheets, sometimes of any. */
export const someCorrection: fc.Arbitrary<SomeCorrection> = fc.record({
  kind: fc.constantFrom('correct', 'correct', 'correct', 'retract'),
  age: fc.oneof({ weight: 2, arbitrary: fc.nat(1) }, fc.nat(30)),
  pick: fc.nat(30),
  rate: fc.option(rate, { nil: undefined, freq: 3 }),
  only: fc.constantFrom(false, false, true),
  cause: fc.constantFrom(...causes),
  details,
})

const aReviewer: fc.Arbitrary<Act> = someReviewer.map((reviewer) => ({ id: '', ...reviewer }))
const publication = { id: institutionId, lag, details }
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 2, arbitrary: registration },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('publish'), sheet: sheetContent, ...publication }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('revise'), revision, ...publication }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('republish'), ...publication }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('check', 'verify'),
      id: institutionId,
      attribution,
    }),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(institutionId, someCorrection)
      .map(([id, correction]) => ({ id, ...correction })),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(institutionId, someRun).map(([id, run]) => ({ id, ...run })),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(institutionId, someReview).map(([id, review]) => ({ id, ...review })),
  },
  { weight: 1, arbitrary: aReviewer },
)

/** The events of a random book (`test/book/oracle/books.ts`): registrations of institutions and reviewers first, then any others. */
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
    few(fc.record({ pause, act: aReviewer }), 2),
    few(fc.record({ pause, act }), 30),
  )
  .map((parts) => parts.flat())

/** The first instant of a random book. */
export const start = Date.UTC(2026, 1, 27, 22) as Instant
