import * as wire from '../records/wire-types.ts'
import { Type, type Static, type TSchema, type TObject } from 'typebox'
import { type Day, parseDay } from '../../../domain/day.ts'
import { decimalPattern, type Decimal, parseWhole } from '../../../domain/decimal.ts'
import { instantPattern, instantText, parseInstant, type Instant } from '../../../domain/instant.ts'
import { institutionTypes, type InstitutionType } from '../../../domain/institution.ts'
import { payouts, variants, type Payout, type Variant } from '../../../domain/offer.ts'
import type { OfferFilter, TermsAndType } from '../../../book/query/current-offers.ts'
import type { PageRequest } from '../../../book/query/rate-history.ts'
import { readableIdPattern } from '../../../book/query/ids.ts'
import { panels } from '../../../book/query/summary/summary-history.ts'

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

/** `fresh_only`, an extension of the specification. */
export const freshOnly = withDefault(
  Type.Boolean({
    description:
      'Leave out institutions whose rates are stale, as `/freshness` says in `is_stale`. The specification does not have this parameter.',
  }),
  false,
)

/** `details`, an extension of the specification. */
export const details = withDefault(
  Type.Boolean({
    description:
      'Add to each record what the specification does not have: the upper bound of a range of tenures; in the history and changes also the minimum deposits, the times before the change, and when its page was read. The specification does not have this parameter.',
  }),
  false,
)

/** `details` of `/institutions`. */
export const insuranceDetails = withDefault(
  Type.Boolean({
    description:
      'Add to each record how deposits are insured. The specification does not have this parameter.',
  }),
  false,
)

/** `readings`, an extension of the specification. */
export const readings = withDefault(
  Type.Boolean({
    description:
      'Add `seen_at` to each record: every time the rate was read. The specification does not have this parameter.',
  }),
  false,
)

/** `panel`, an extension of the specification: the institutions that a summary over time counts. */
export const panel = withDefault(
  Type.Enum([...panels], {
    description:
      'Count all institutions, or only those that have an offer on every requested day. The specification does not have this parameter.',
  }),
  'all',
)

/** `periods`, an extension of the specification. */
export const periods = withDefault(
  Type.Boolean({
    description:
      'One row for each period of days with the same figures, with `last_day`, `was_read` and `last_read_day`, instead of one for each day. The specification does not have this parameter.',
  }),
  false,
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

/** One wrong parameter, and a sentence that says what is wrong. */
export type ParameterError = { readonly parameter: string; readonly message: string }

/** The schema of a parameter, which the server checks and the OpenAPI document publishes. An empty value is always wrong. */
export type ParameterSchema = TSchema & {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
  readonly description?: string
  readonly examples?: readonly unknown[]
  /** The words that follow "must be" in the message for a wrong value. */
  readonly title?: string
}

/** The parameters of a query string by name; a repeated one is a list. */
export type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>>

/** Reads the parameters that a schema names and ignores all others. Reports every wrong one. */
export function readQuery<Q extends TObject>(
  schema: Q,
  raw: RawQuery,
): { readonly query: Static<Q> } | { readonly errors: readonly ParameterError[] } {
  const errors: ParameterError[] = []
  const query: Record<string, unknown> = {}
  const required: readonly string[] = schema.required ?? []
  for (const [name, parameter] of Object.entries<ParameterSchema>(schema.properties)) {
    const given = Object.hasOwn(raw, name) ? raw[name] : undefined
    if (given === undefined) {
      if (parameter.default !== undefined) query[name] = parameter.default
      else if (required.includes(name))
        errors.push({ parameter: name, message: `${name} is required.` })
      continue
    }
    const read =
      typeof given === 'string' ? readValue(parameter, given) : 'is given more than once.'
    if (typeof read === 'string') errors.push({ parameter: name, message: `${name} ${read}` })
    else query[name] = read.value
  }
  errors.push(...reversedDays(query))
  return errors.length === 0 ? { query: query as Static<Q> } : { errors }
}

/** The error of a last day before the first one; none otherwise. */
function reversedDays({ since, until }: Readonly<Record<string, unknown>>): ParameterError[] {
  // Days in ISO 8601 sort as texts.
  if (typeof since !== 'string' || typeof until !== 'string' || until >= since) return []
  const message = `until must not be before since: it is ${until}, and since is ${since}.`
  return [{ parameter: 'until', message }]
}

/** The value of one parameter, or an error message without the parameter's name. */
function readValue(schema: ParameterSchema, given: string): { value: unknown } | string {
  if (given === '') return 'is empty; leave it out, or give it a value.'
  if (schema.type === 'integer') return readWhole(schema, given)
  if (schema.type === 'boolean') {
    return given === 'true' || given === 'false'
      ? { value: given === 'true' }
      : 'must be true or false.'
  }
  if (schema.enum !== undefined) {
    return schema.enum.includes(given)
      ? { value: given }
      : `must be one of ${schema.enum.join(', ')}.`
  }
  const { format, pattern, title } = schema
  const isReal =
    format === 'date'
      ? parseDay(given) !== undefined
      : format !== 'date-time' || parseInstant(given) !== undefined
  const isFormed = pattern === undefined || new RegExp(pattern, 'u').test(given)
  return isReal && isFormed ? { value: given } : `must be ${title}.`
}

/** The value of a whole number, or an error message as above. */
function readWhole(
  { minimum = 0, maximum = Infinity }: ParameterSchema,
  given: string,
): { value: number } | string {
  const value = parseWhole(given)
  if (value !== undefined && value >= minimum && value <= maximum) return { value }
  return maximum === Infinity
    ? `must be a whole number, ${minimum} or more.`
    : `must be a whole number from ${minimum} to ${maximum}.`
}

/** The instant of a valid `known_at`; `undefined` if the request is about the present. */
export function knownAtOf({ known_at: text }: QueryValues): Instant | undefined {
  return typeof text === 'string' ? parseInstant(text) : undefined
}

/** The error of a `known_at` that is later than the clock. */
export function futureError(at: Instant, now: Instant): ParameterError | undefined {
  if (at <= now) return undefined
  const message = `known_at must not be in the future; it is now ${instantText(now)}.`
  return { parameter: 'known_at', message }
}

/** Validated parameters, with their defaults. */
export type QueryValues = Readonly<Record<string, unknown>>

/** The offsets of the next and the previous page of a list of `count` records; `undefined` if there is none. */
export function offsetsAround(
  { limit, offset }: PageRequest,
  count: number,
): { readonly next: number | undefined; readonly prev: number | undefined } {
  return {
    next: offset + limit < count ? offset + limit : undefined,
    // If the offset is beyond the end, the previous page is the last one with records.
    prev: offset > 0 && count > 0 ? Math.max(0, Math.min(offset, count) - limit) : undefined,
  }
}

/** The parameters without `limit` and `offset`. */
export function withoutPage(query: QueryValues): QueryValues {
  const { limit: _, offset: _offset, ...filters } = query
  return filters
}

/** Parameters as a query string that begins with a question mark; empty for none. */
export function queryText(query: QueryValues): string {
  const parts = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}
