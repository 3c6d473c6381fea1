import { type TArray, type TEnum, type TNull, type TSchema, type TUnion, Type } from 'typebox'
import { evidenceIdText, lineIdPattern, type EvidenceId } from '../../../book/query/ids.ts'
import { directions } from '../../../domain/change.ts'
import type { Day } from '../../../domain/day.ts'
import { withPlaces, type Decimal } from '../../../domain/decimal.ts'
import { instantText, type Instant } from '../../../domain/instant.ts'
import {
  institutionIdLength,
  institutionIdPattern,
  institutionTypes,
} from '../../../domain/institution.ts'
import { payouts, variants } from '../../../domain/offer.ts'
import type { WireValue } from '../endpoint.ts'

/** How values of a type are published: their JSON Schema, and how one is written in JSON. */
export type WireType<V, T extends TSchema = TSchema> = {
  readonly schema: T
  readonly write: (value: V) => WireValue
}

const same = (value: string): string => value

/** A type with a description and an example of its own. */
export function described<V, T extends TSchema>(
  { schema, write }: WireType<V, T>,
  description: string,
  example: unknown,
): WireType<V, T> {
  return { schema: { ...schema, description, examples: [example] }, write }
}

/** A list of values. */
export function listOf<V, T extends TSchema>(
  { schema, write }: WireType<V, T>,
  description: string,
  example: readonly unknown[],
): WireType<readonly V[], TArray<T>> {
  return {
    schema: Type.Array(schema, { description, examples: [example] }),
    write: (values) => values.map(write),
  }
}

/** A type with `null` where a record has no such value. */
export function orNull<V, T extends TSchema>(
  { schema, write }: WireType<V, T>,
  description: string,
  example: unknown = null,
): WireType<V | null | undefined, TUnion<[T, TNull]>> {
  return {
    schema: Type.Union([schema, Type.Null()], { description, examples: [example] }),
    write: (value) => (value === undefined || value === null ? null : write(value)),
  }
}

/** A text whose description is given where it is used. */
export const anyText = { schema: Type.String(), write: same }
export const text = (description: string, example: string) =>
  described(anyText, description, example)
export const textOrNull = (description: string, example?: unknown) =>
  orNull(anyText, description, example)

/** One of some words. */
export const choice = <W extends string>(
  words: readonly W[],
  description: string,
  example: W,
): WireType<string, TEnum<W[]>> => ({
  schema: Type.Enum([...words], { description, examples: [example] }),
  write: same,
})

export const flag = (description: string, example: boolean) => ({
  schema: Type.Boolean({ description, examples: [example] }),
  write: (value: boolean) => value,
})

export const count = (description: string, example: number) => ({
  schema: Type.Integer({ description, minimum: 0, examples: [example] }),
  write: (value: number) => value,
})

export const address = (description: string, example: string) => ({
  schema: Type.String({
    description,
    format: 'uri',
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
    examples: [example],
  }),
  write: same,
})

/** A SHA-256 digest. */
export const digest = (description: string, example: string) => ({
  schema: Type.String({ description, pattern: '^[0-9a-f]{64}$', examples: [example] }),
  write: same,
})

// Each example is a value from the sample market; `test/serve/spec/examples.test.ts` checks this.
export const institutionId = {
  schema: Type.String({
    description: 'The institution’s identifier.',
    pattern: institutionIdPattern,
    maxLength: institutionIdLength,
    examples: ['peoples-bank'],
  }),
  write: same,
}
export const institutionName = text('The institution’s name.', "People's Bank")
export const institutionType = choice(
  institutionTypes,
  'Bank, or finance company (non-bank financial institution).',
  'bank',
)
export const variant = choice(variants, 'Whom the deposit is for, or how it is opened.', 'general')
export const payout = choice(payouts, 'When interest is paid.', 'maturity')
export const direction = choice(
  directions,
  'Compared with the last known rate of the same tier (terms and minimum deposit): `initial` for the first rate; `flat` if the offer returned, or its minimum deposit changed, at the same rate.',
  'up',
)
export const tenure = {
  schema: Type.String({
    description: 'Tenure in months: an exact decimal with at least two digits after the point.',
    pattern: String.raw`^\d+\.\d{2,}$`,
    examples: ['12.00'],
  }),
  write: (months: Decimal) => withPlaces(months, 2),
}
/** A tenure in days; null if the page prints months. */
export const days = (description: string) =>
  orNull({ schema: Type.Integer(), write: (count: number) => count }, description)
/** The upper bound of a range of tenures; null for one tenure. */
export const tenureTo = orNull(
  tenure,
  'The upper bound of a range of tenures, in months and included; null if the offer is for one tenure.',
)
export const rate = {
  schema: Type.String({
    description:
      'Nominal percent per annum: the exact decimal that the page printed, with at least three digits after the point.',
    pattern: String.raw`^\d+\.\d{3,}$`,
    examples: ['8.500'],
  }),
  write: (percent: Decimal) => withPlaces(percent, 3),
}
export const deposit = {
  schema: Type.String({
    description:
      'Minimum deposit: an exact decimal with at least two digits after the point; `0.00` if none is stated.',
    pattern: String.raw`^\d+\.\d{2,}$`,
    examples: ['5000.00'],
  }),
  write: (amount: Decimal) => withPlaces(amount, 2),
}
/** An amount of money whose description is given where it is used. */
export const amount = {
  schema: Type.String({ pattern: String.raw`^\d+\.\d{2,}$` }),
  write: (value: Decimal) => withPlaces(value, 2),
}
/** The minimum deposit before a change. */
export const previousDeposit = described(
  deposit,
  'The minimum deposit before the change; it differs from `min_deposit` only where the institution moved the tier to another minimum.',
  '0.00',
)
export const currency = {
  schema: Type.String({
    description: 'Currency code (ISO 4217).',
    pattern: '^[A-Z]{3}$',
    examples: ['KES'],
  }),
  write: same,
}
const anyInstant = {
  schema: Type.String({
    description: 'An instant in ISO 8601, UTC.',
    format: 'date-time',
    pattern: 'Z$',
    examples: ['2026-06-09T00:00:00Z'],
  }),
  write: (at: Instant) => instantText(at),
}
export const instant = (description?: string, example = '2026-06-09T00:00:00Z') =>
  description === undefined ? anyInstant : described(anyInstant, description, example)
export const day = {
  schema: Type.String({
    description: 'A calendar day in UTC.',
    format: 'date',
    examples: ['2026-07-20'],
  }),
  write: (one: Day) => one,
}
/** The id of a receipt. */
export const evidenceId = {
  schema: Type.String({
    description:
      'The id of a published figure: the position of its rate sheet, and the place of the offer among the offers of that sheet, from 1.',
    pattern: lineIdPattern,
    examples: ['p69-3'],
  }),
  write: (id: EvidenceId) => evidenceIdText(id),
}
