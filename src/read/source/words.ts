import { Type } from 'typebox'
import { decimalPattern } from '../../domain/decimal.ts'
import { payouts, variants } from '../../domain/offer.ts'

/** Refuses unknown members of an object. */
export const closed = { additionalProperties: false } as const

/** A text of at least one character. */
export const text = (description: string) => Type.String({ minLength: 1, description })

/** A form that texts of the page are compared with. */
export const pattern = (description: string) => Type.String({ minLength: 1, description })

/** The reason for something that deviates from what the page prints. */
export const because = text('Why, for the person who reads this file next.')

/** A decimal, as a string: YAML would drop the trailing zeros of a number. */
export const decimal = (description: string) =>
  Type.String({ pattern: `^${decimalPattern}$`, description, examples: ['0.06'] })

export const variant = (description: string) => Type.Enum([...variants], { description })
export const payout = (description: string) => Type.Enum([...payouts], { description })

/** One or more headings; a table must be under all of them. */
export const headings = (description: string) =>
  Type.Union([pattern(description), Type.Array(pattern(description), { minItems: 1 })], {
    description,
  })

/** Something to leave out, with the reason. */
export const ignored = Type.Object(
  { ignore: because },
  { ...closed, description: 'Left out, and why.' },
)

/** A tenure in months, or in days with the word `days`. */
export const tenure = Type.Union(
  [
    Type.Integer({ minimum: 1, maximum: 1200 }),
    Type.String({ pattern: '^(0|[1-9][0-9]{0,3})([.][0-9]{1,15})?$|^[1-9][0-9]{0,4} days$' }),
  ],
  {
    description: 'A tenure in months, or in days with the word `days`.',
    examples: [12, '100 days'],
  },
)
