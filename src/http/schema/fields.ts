import type { TSchema } from 'typebox'
import { directions } from '../../domain/change.ts'
import { withPlaces, type Decimal } from '../../domain/decimal.ts'
import {
  institutionIdLength,
  institutionIdPattern,
  institutionTypes,
} from '../../domain/institution.ts'
import { payouts, variants } from '../../domain/offer.ts'
import { Type } from 'typebox'

/** A tenure on the wire: months, at least two digits after the point. */
export const tenureText = (tenure: Decimal): string => withPlaces(tenure, 2)
/** A rate on the wire: percent per annum, at least three digits after the point. */
export const rateText = (rate: Decimal): string => withPlaces(rate, 3)
/** A deposit on the wire: at least two digits after the point. */
export const depositText = (deposit: Decimal): string => withPlaces(deposit, 2)

/** The schema of a record that has exactly these fields, in this order. */
export const record = <T extends Record<string, TSchema>>(fields: T) =>
  Type.Object(fields, { additionalProperties: false })

/** The schema of a list. */
export const listOf = <T extends TSchema>(item: T) => Type.Array(item)

// Each example is a value from the sample market; `test/spec/examples.test.ts` checks this.
export const institutionIdExample = 'peoples-bank'

export const institutionId = Type.String({
  description: 'The institution’s identifier.',
  pattern: institutionIdPattern,
  maxLength: institutionIdLength,
  examples: [institutionIdExample],
})
export const institutionName = Type.String({
  description: 'The institution’s name.',
  examples: ["People's Bank"],
})
export const institutionType = Type.Enum([...institutionTypes], {
  description: 'Bank, or finance company (non-bank financial institution).',
  examples: ['bank'],
})
export const variant = Type.Enum([...variants], {
  description: 'Whom the deposit is for, or how it is opened.',
  examples: ['general'],
})
export const payout = Type.Enum([...payouts], {
  description: 'When interest is paid.',
  examples: ['maturity'],
})
export const direction = Type.Enum([...directions], {
  description:
    'Compared with the last known rate of the same tier (terms and minimum deposit): `initial` for the first rate; `flat` if the offer returned, or its minimum deposit changed, at the same rate.',
  examples: ['up'],
})
export const move = Type.Enum(['up', 'down'], {
  description: 'A raise or a cut.',
  examples: ['up'],
})
export const trend = Type.Enum(['up', 'down', 'flat'], {
  description: 'The direction of the last change of this rate; `flat` if it never changed.',
  examples: ['up'],
})
export const tenure = Type.String({
  description: 'Tenure in months: an exact decimal with at least two digits after the point.',
  pattern: String.raw`^\d+\.\d{2,}$`,
  examples: ['12.00'],
})
export const rate = Type.String({
  description:
    'Nominal percent per annum: the exact decimal that the institution printed, with at least three digits after the point.',
  pattern: String.raw`^\d+\.\d{3,}$`,
  examples: ['8.500'],
})
export const deposit = Type.String({
  description:
    'Minimum deposit: an exact decimal with at least two digits after the point; `0.00` if none is stated.',
  pattern: String.raw`^\d+\.\d{2,}$`,
  examples: ['5000.00'],
})
export const currency = Type.String({
  description: 'Currency code (ISO 4217).',
  pattern: '^[A-Z]{3}$',
  examples: ['LKR'],
})
export const instant = Type.String({
  description: 'An instant in ISO 8601, UTC.',
  format: 'date-time',
  pattern: 'Z$',
  examples: ['2026-06-09T00:00:00Z'],
})
export const day = Type.String({
  description: 'A calendar day in UTC.',
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

/** A field like another, with its own description and example. */
export const described = <T extends TSchema>(
  field: T,
  description: string,
  example: unknown,
): T => ({
  ...field,
  description,
  examples: [example],
})

/** The minimum deposit before a change, on the wire. */
export const previousDeposit = described(
  deposit,
  'The minimum deposit before the change; it differs from `min_deposit` only where the institution moved the tier to another minimum.',
  '0.00',
)

/** A field that is null until somebody enters a value. */
export const orNull = <T extends TSchema & { description?: string; examples?: unknown[] }>(
  field: T,
) =>
  Type.Union([field, Type.Null()], {
    description: `${field.description ?? ''} Null until it has been entered.`.trim(),
    examples: field.examples ?? [],
  })

/** The readings of a rate. The specification does not have this field. */
export const seenAt = Type.Array(instant, {
  description:
    'When the institution’s page was read and showed this rate while this record was the latest of its tier: each rate sheet that lists it, and each verification of it, oldest first. Only with `readings=true`; JSON text in CSV. Retracted sheets, their verifications, and figures that were corrected to another rate are left out. The record of a correction has the readings that the correction made right. The specification does not have this field.',
  examples: [['2026-06-09T00:00:00Z']],
})
