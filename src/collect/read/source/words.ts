import { Type } from 'typebox'
import { decimalPattern } from '../../../domain/decimal.ts'
import { payouts, variants } from '../../../domain/offer.ts'

/** Refuses unknown members of an object. */
export const closed = { additionalProperties: false } as const

/** A text of at least one character. */
export const text = (description: string) => Type.String({ minLength: 1, description })

/** The reason for something that deviates from what the page prints. */
export const because = text('Why, for the person who reads this file next.')

/** A decimal, as a string: YAML would drop the trailing zeros of a number. */
export const decimal = (description: string) =>
  Type.String({ pattern: `^${decimalPattern}$`, description, examples: ['0.06'] })

export const variant = (description: string) => Type.Enum([...variants], { description })
export const payout = (description: string) => Type.Enum([...payouts], { description })

/** One or more headings; a table must be under all of them. */
export const headings = (description: string) =>
  Type.Union([text(description), Type.Array(text(description), { minItems: 1 })], {
    description,
  })

/** Something to leave out, with the reason. */
export const ignored = Type.Object(
  { ignore: because },
  { ...closed, description: 'Left out, and why.' },
)

/** A tenure in months, or in words; whether the words are a tenure is checked with the definition. */
export const tenure = Type.Union(
  [Type.Integer({ minimum: 1, maximum: 1200 }), Type.String({ minLength: 1, maxLength: 200 })],
  {
    description:
      'A tenure in months, or in English words: `100 days`, `13 weeks`, `1 year 6 months`; a range has both bounds: `12 months to under 24 months`.',
    examples: [12, '100 days', '12 months to under 24 months'],
  },
)

/** The decimal mark of printed figures and amounts. */
export const decimalMark = Type.Optional(
  Type.Enum(['.', ','], {
    description:
      'The decimal mark of the figures and amounts; a point if absent. A column goes before its table, a table before its page.',
  }),
)
