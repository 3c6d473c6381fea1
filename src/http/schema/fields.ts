import type { TSchema } from 'typebox'
import { directions } from '../../domain/change.ts'
import { withPlaces, type Decimal } from '../../domain/decimal.ts'
import {
  institutionIdLength,
  institutionIdPattern,
  institutionTypes,
} from '../../domain/institution.ts'
import { payouts, variants } from '../../domain/offer.ts'
import { Type } from './schema.ts'

/** A tenure on the wire: months, at least two digits after the point (design, section 4). */
export const tenureText = (tenure: Decimal): string => withPlaces(tenure, 2)
/** A rate on the wire: percent per annum, at least three digits after the point. */
export const rateText = (rate: Decimal): string => withPlaces(rate, 3)
/** A deposit on the wire: at least two digits after the point. */
export const depositText = (deposit: Decimal): string => withPlaces(deposit, 2)

/** A record: every field is there, in this order, and there are no others. */
export const record = <T extends Record<string, TSchema>>(fields: T) =>
  Type.Object(fields, { additionalProperties: false })

/** A list of records. */
export const listOf = <T extends TSchema>(item: T) => Type.Array(item)

// Each example is a value that the sample market answers with; `test/spec/examples.test.ts` looks for it there.
export const institutionId = Type.String({
  description: 'The institution’s identifier.',
  pattern: institutionIdPattern,
  maxLength: institutionIdLength,
  examples: ['peoples-bank'],
})
export const institutionName = Type.String({
  description: 'Its name.',
  examples: ["People's Bank"],
})
export const institutionType = Type.Enum([...institutionTypes], {
  description: 'Bank, or finance company (non-bank financial institution).',
  examples: ['bank'],
})
export const variant = Type.Enum([...variants], {
  description: 'For whom, or how, the deposit is opened.',
  examples: ['general'],
})
export const payout = Type.Enum([...payouts], {
  description: 'When interest is paid.',
  examples: ['maturity'],
})
export const direction = Type.Enum([...directions], {
  description:
    'Against the headline rate last known of the same terms: `initial` the first time, `flat` when offered again at that rate, or at another minimum deposit.',
  examples: ['up'],
})
export const move = Type.Enum(['up', 'down'], {
  description: 'A raise or a cut.',
  examples: ['up'],
})
export const trend = Type.Enum(['up', 'down', 'flat'], {
  description: 'The last move of this rate; `flat` if it never moved.',
  examples: ['up'],
})
export const tenure = Type.String({
  description: 'Tenure in months, exact, at least two digits after the point.',
  pattern: String.raw`^\d+\.\d{2,}$`,
  examples: ['12.00'],
})
export const rate = Type.String({
  description:
    'Nominal percent per annum, exact as printed, at least three digits after the point.',
  pattern: String.raw`^\d+\.\d{3,}$`,
  examples: ['8.500'],
})
export const deposit = Type.String({
  description:
    'Least amount, exact, at least two digits after the point; `0.00` where none is stated.',
  pattern: String.raw`^\d+\.\d{2,}$`,
  examples: ['5000.00'],
})
export const currency = Type.String({
  description: 'Currency code (ISO 4217).',
  pattern: '^[A-Z]{3}$',
  examples: ['LKR'],
})
export const instant = Type.String({
  description: 'ISO 8601, UTC.',
  format: 'date-time',
  pattern: 'Z$',
  examples: ['2026-06-09T00:00:00Z'],
})
export const day = Type.String({
  description: 'Calendar day, UTC.',
  format: 'date',
  examples: ['2026-07-20'],
})
export const address = (description: string, example: string) =>
  Type.String({
    description,
    format: 'uri',
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
    examples: [example],
  })
export const count = (description: string, example: number) =>
  Type.Integer({ description, minimum: 0, examples: [example] })

/** A field with its own words and example, of the same form as another. */
export const described = <T extends TSchema>(
  field: T,
  description: string,
  example: unknown,
): T => ({
  ...field,
  description,
  examples: [example],
})

/** A field that is null until it has been entered. */
export const orNull = <T extends TSchema & { description?: string; examples?: unknown[] }>(
  field: T,
) =>
  Type.Union([field, Type.Null()], {
    description: `${field.description ?? ''} Null until it has been entered.`.trim(),
    examples: field.examples ?? [],
  })
