import { type Static, type TSchema, Type } from 'typebox'
import type { OfferFilter, TermsAndType } from '../../../book/query/current-offers.ts'
import { readableIdPattern } from '../../../book/query/ids.ts'
import { panels } from '../../../book/query/summary/summary-history.ts'
import type { Day } from '../../../domain/day.ts'
import { decimalPattern, type Decimal } from '../../../domain/decimal.ts'
import { instantPattern } from '../../../domain/instant.ts'
import { institutionTypes, type InstitutionType } from '../../../domain/institution.ts'
import { payouts, variants, type Payout, type Variant } from '../../../domain/offer.ts'
import * as wire from '../records/wire-types.ts'

/** `type`: bank or nbfi. */
export const type = Type.Enum([...institutionTypes], {
  description: 'Only institutions of this type.',
})
/** `variant`. */
export const variant = Type.Enum([...variants], { description: 'Only this variant.' })
/** `payout_type`. */
export const payout = Type.Enum([...payouts], { description: 'Only this payout.' })
/** `direction` of a change. */
export const move = Type.Enum(['up', 'down'], { description: 'Only raises, or only cuts.' })

/** `tenure_months`: a string, because a JavaScript number is not exact. */
export const tenure = Type.Unsafe<Decimal>(
  Type.String({
    title: 'a plain decimal above zero, such as 12 or 3.29',
    description: 'Tenure in months: a plain decimal above zero, such as `12`, `12.0` or `3.29`.',
    pattern: String.raw`^(?!0(?:\.0+)?$)${decimalPattern}$`,
    examples: ['12'],
  }),
)

/** `deposit`, an extension of the specification: an amount in the currency of the book. */
export const deposit = Type.Unsafe<Decimal>(
  Type.String({
    title: 'a plain decimal, such as 100000 or 2500.50',
    description:
      'An amount to deposit: only offers whose minimum deposit it reaches, and of each institution only the one with the highest rate for each terms, or for the requested tenure.',
    pattern: `^${decimalPattern}$`,
    examples: ['100000'],
  }),
)

/** `institution_id` as a filter; an unregistered one matches nothing. */
export const institutionId = Type.String({
  description: 'Only this institution; an unknown one gives an empty list.',
  minLength: 1,
  examples: ['peoples-bank'],
})

/** `since`. */
export const since = Type.Unsafe<Day>(
  Type.String({
    title: 'a calendar day that exists, such as 2026-06-01',
    description: 'Only records from 00:00 UTC on this calendar day (YYYY-MM-DD).',
    format: 'date',
    examples: ['2026-06-01'],
  }),
)

/** `until`, an extension of the specification: the last day of a range. */
export const until = Type.Unsafe<Day>(
  Type.String({
    title: 'a calendar day that exists, such as 2026-06-30',
    description:
      'Only records up to the end of this calendar day (YYYY-MM-DD) in UTC; not before `since`. The specification does not have this parameter.',
    format: 'date',
    examples: ['2026-06-30'],
  }),
)

/** `known_at`, an extension of the specification: the instant that the answer is about. */
export const knownAt = Type.String({
  title: 'an instant in UTC, such as 2026-06-09T00:00:00Z',
  description:
    'Answer as the server would have answered at this instant, in UTC: from the entries of the book that are not later. It cannot be in the future. The specification does not have this parameter.',
  format: 'date-time',
  pattern: instantPattern,
  examples: ['2026-07-21T00:00:00Z'],
})

/** A parameter of the specification at an endpoint that does not have it there. */
export const beyond = <T extends TSchema & { readonly description?: string }>(parameter: T): T => ({
  ...parameter,
  description: `${parameter.description} The specification does not have this parameter here.`,
})

/** A parameter with a default. Its type tells the client that it is optional. */
export const withDefault = <T extends TSchema>(
  parameter: T,
  preset: Static<T>,
): T & { readonly default: Static<T> } => ({ ...parameter, default: preset })

/** `limit`, from 1 to `most`. */
export const limit = (most: number, preset: number) =>
  withDefault(
    Type.Integer({ description: 'The maximum number of records.', minimum: 1, maximum: most }),
    preset,
  )

/** `offset`. */
export const offset = withDefault(
  Type.Integer({ description: 'The number of records to skip.', minimum: 0 }),
  0,
)

/** A flag that the specification does not have. It is false by default. */
const flag = (description: string) =>
  withDefault(
    Type.Boolean({ description: `${description} The specification does not have this parameter.` }),
    false,
  )

/** `fresh_only`, an extension of the specification. */
export const freshOnly = flag(
  'Leave out institutions whose rates are stale, as `/freshness` says in `is_stale`.',
)

/** `details`, an extension of the specification. */
export const details = flag(
  'Add to each record what the specification does not have: the upper bound of a range of tenures; in the history and changes also the minimum deposits, the times before the change, and when its page was read.',
)

/** `details` of `/institutions`. */
export const insuranceDetails = flag('Add to each record how deposits are insured.')

/** `readings`, an extension of the specification. */
export const readings = flag('Add `seen_at` to each record: every time the rate was read.')

/** `panel`, an extension of the specification: the institutions that a summary over time counts. */
export const panel = withDefault(
  Type.Enum([...panels], {
    description:
      'Count all institutions, or only those that have an offer on every requested day. The specification does not have this parameter.',
  }),
  'all',
)

/** `periods`, an extension of the specification. */
export const periods = flag(
  'One row for each period of days with the same figures, with `last_day`, `was_read` and `last_read_day`, instead of one for each day.',
)

/** `active_only`. */
export const activeOnly = withDefault(
  Type.Boolean({ description: 'Leave out inactive institutions.' }),
  true,
)

/** The type of a parameter in a client: decimals and days are plain strings there. */
export type Written<T> = T extends Decimal | Day ? string : T

type TypeParameter = { readonly type?: InstitutionType }
type TermsParameters = {
  readonly variant: Variant
  readonly tenure_months: Decimal
  readonly payout_type: Payout
}

/** The parameters that name terms, under the names that `query/` uses. Some endpoints require all of them. */
export function termsOf(query: TypeParameter & TermsParameters): TermsAndType
export function termsOf(query: TypeParameter & Partial<TermsParameters>): OfferFilter
export function termsOf(query: TypeParameter & Partial<TermsParameters>): OfferFilter {
  const { type, variant, tenure_months: tenure, payout_type: payout } = query
  return { type, variant, tenure, payout }
}

/** The parameter at the end of a path. */
export type PathParameter = {
  readonly name: string
  readonly description: string
  readonly schema: TSchema
  /** A value from the sample market. */
  readonly example: string
}

const pathParameters: readonly PathParameter[] = [
  {
    name: 'institution_id',
    description: 'An institution’s identifier.',
    schema: wire.institutionId.schema,
    example: 'peoples-bank',
  },
  {
    name: 'id',
    description:
      'The id of a published figure: the position of its rate sheet, and the place of the offer in it. `/evidence` and `/events` have the ids.',
    schema: {
      ...wire.evidenceId.schema,
      pattern: readableIdPattern,
      title: 'the id of a published figure, such as p69-3',
    },
    example: 'p69-3',
  },
  {
    name: 'page',
    description: 'The number of the page, from 0.',
    schema: { type: 'string', pattern: '^(?:0|[1-9]\\d*)$', examples: ['0'] },
    example: '0',
  },
]

/** The parameter at the end of a path; `undefined` if the path has none. */
export function pathParameterOf(path: string): PathParameter | undefined {
  return pathParameters.find(({ name }) => path.includes(`{${name}}`))
}
