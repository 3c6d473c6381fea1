import type { Static, TSchema } from 'typebox'
import type { Day } from '../../domain/day.ts'
import { decimalPattern, type Decimal } from '../../domain/decimal.ts'
import { institutionTypes } from '../../domain/institution.ts'
import { payouts, variants } from '../../domain/offer.ts'
import { Type } from './schema.ts'

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

/** `tenure_months`: a text, because a number would lose the exactness that it is compared with. */
export const tenure = Type.Unsafe<Decimal>(
  Type.String({
    title: 'a plain decimal above zero, such as 12 or 3.29',
    description: 'Tenure in months: a plain decimal above zero, such as `12`, `12.0` or `3.29`.',
    pattern: String.raw`^(?!0(?:\.0+)?$)${decimalPattern}$`,
    examples: ['12'],
  }),
)

/** `institution_id` as a filter: one that is not registered finds nothing. */
export const institutionId = Type.String({
  description: 'Only this institution; an unknown one gives an empty list.',
  minLength: 1,
  examples: ['peoples-bank'],
})

/** `since`. */
export const since = Type.Unsafe<Day>(
  Type.String({
    title: 'a calendar day that exists, such as 2026-06-01',
    description: 'Only from this day on, 00:00 UTC: a calendar day, YYYY-MM-DD.',
    format: 'date',
    examples: ['2026-06-01'],
  }),
)

/** A parameter that has this value where it is not given; its type says that a client may leave it out. */
export const withDefault = <T extends TSchema>(
  parameter: T,
  preset: Static<T>,
): T & { readonly default: Static<T> } => ({ ...parameter, default: preset })

/** `limit`, from 1 to `most`. */
export const limit = (most: number, preset: number) =>
  withDefault(
    Type.Integer({ description: 'How many records at the most.', minimum: 1, maximum: most }),
    preset,
  )

/** `offset`. */
export const offset = withDefault(
  Type.Integer({ description: 'How many records to pass over first.', minimum: 0 }),
  0,
)

/** `active_only`. */
export const activeOnly = withDefault(
  Type.Boolean({ description: 'Leave out inactive institutions.' }),
  true,
)

/** A parameter as a client writes it: what is known to be a decimal or a day once it was read is a text before. */
export type Written<T> = T extends Decimal | Day ? string : T
