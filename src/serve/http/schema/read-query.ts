import type { Static, TObject, TSchema } from 'typebox'
import type { PageRequest } from '../../../book/query/rate-history.ts'
import { parseDay } from '../../../domain/day.ts'
import { parseWhole } from '../../../domain/decimal.ts'
import { instantText, parseInstant, type Instant } from '../../../domain/instant.ts'

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
