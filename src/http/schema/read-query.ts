import { parse } from 'fast-querystring'
import type { Static, TObject, TSchema } from 'typebox'
import { parseDay } from '../../domain/day.ts'
import { parseWhole } from '../../domain/decimal.ts'

/** One wrong parameter, in a sentence. */
export type ParameterError = { readonly parameter: string; readonly message: string }

/** What a parameter's schema says; the server checks exactly this (an empty value is never one), and the document publishes it. */
export type ParameterSchema = TSchema & {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
  readonly description?: string
  /** What a value must be, in words that follow «must be». */
  readonly title?: string
}

/** A query string's parameters by name: a list where one is repeated. */
export type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>>

/** Reads a query string as Fastify does, for every reader of targets. */
export function readQueryString(text: string): RawQuery {
  return parse(text) as RawQuery
}

/** Reads the parameters that a schema names and leaves the others alone; all that are wrong are named at once. */
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
  return errors.length === 0 ? { query: query as Static<Q> } : { errors }
}

/** The value of one parameter, or what is wrong with it. */
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
  const isReal = format !== 'date' || parseDay(given) !== undefined
  const isFormed = pattern === undefined || new RegExp(pattern, 'u').test(given)
  return isReal && isFormed ? { value: given } : `must be ${title}.`
}

/** The value of a whole number, or what is wrong with it. */
function readWhole(schema: ParameterSchema, given: string): { value: number } | string {
  const value = parseWhole(given)
  const bounds = boundsOf(schema)
  if (value !== undefined && isWithinBounds(bounds, value)) return { value }
  const { minimum, maximum } = bounds
  return maximum === Infinity
    ? `must be a whole number, ${minimum} or more.`
    : `must be a whole number from ${minimum} to ${maximum}.`
}

/** The least and the most that a number may be. */
type Bounds = { readonly minimum: number; readonly maximum: number }

/** What a parameter's schema says of that. */
export function boundsOf({ minimum = 0, maximum = Infinity }: ParameterSchema): Bounds {
  return { minimum, maximum }
}

/** Whether a number is as it may be. */
export function isWithinBounds({ minimum, maximum }: Bounds, number: number): boolean {
  return number >= minimum && number <= maximum
}
