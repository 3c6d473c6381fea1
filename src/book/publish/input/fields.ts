import { parseDay, type Day } from '../../../domain/day.ts'
import { parseDecimal, type Decimal } from '../../../domain/decimal.ts'
import { earliestInstant, parseInstantWithOffset, type Instant } from '../../../domain/instant.ts'
import { isInstitutionId } from '../../../domain/institution.ts'
import { quoted } from '../../../domain/text.ts'
import { formProblem, invisibleProblem, type Refuse } from './problem.ts'

/** Reads one field of a file and reports its problems. Returns `undefined` if the value cannot be used. */
export type Field<T> = (value: unknown, location: string, refuse: Refuse) => T | undefined

/** The maximum length of a URL, in UTF-16 code units. */
const urlLimit = 2000

/** One line of text. */
export const text: Field<string> = (value, location, refuse) => line(value, location, refuse)

function line(
  value: unknown,
  location: string,
  refuse: Refuse,
  limit?: number,
): string | undefined {
  if (typeof value !== 'string')
    return refuse('wrong-type', location, `${describeValue(value)} is not a string.`)
  const problem = formProblem(value, limit)
  if (problem !== undefined) return refuse('bad-text', location, problem)
  const invisible = invisibleProblem(value)
  if (invisible !== undefined) refuse('invisible-character', location, invisible)
  return value
}

/** One of a list of words. */
export function oneOf<T extends string>(what: string, allowed: readonly T[]): Field<T> {
  return (value, location, refuse) =>
    allowed.find((word) => word === value) ??
    refuse(
      'unknown-value',
      location,
      `${describeValue(value)} is not a known ${what}; use one of ${allowed.join(', ')}.`,
    )
}

/** `true` or `false`. */
export const boolean: Field<boolean> = (value, location, refuse) =>
  typeof value === 'boolean'
    ? value
    : refuse('wrong-type', location, `${describeValue(value)} is not true or false.`)

/** A decimal string within bounds. JSON numbers are refused because they lose trailing zeros and digits. */
export function decimal(
  what: string,
  isWithin: (value: Decimal) => boolean,
  bounds: string,
): Field<Decimal> {
  return (value, location, refuse) => {
    if (typeof value === 'number') {
      return refuse(
        'wrong-type',
        location,
        `The ${what} ${value} is a JSON number; write it as a string, "${value}".`,
      )
    }
    if (typeof value === 'string' && /^\d[\d.,]*,[\d.,]*$/.test(value)) {
      return refuse(
        'bad-decimal',
        location,
        `${describeValue(value)} has a comma; write the ${what} with a point and without thousands separators, such as "8.50".`,
      )
    }
    const read = typeof value === 'string' ? parseDecimal(value) : undefined
    if (read === undefined) {
      return refuse(
        'bad-decimal',
        location,
        `${describeValue(value)} is not a plain decimal; write the ${what} as "8.50", for example.`,
      )
    }
    return isWithin(read)
      ? read
      : refuse(
          'out-of-range',
          location,
          `The ${what} ${read} is out of range; it must be ${bounds}.`,
        )
  }
}

/** A whole JSON number within bounds. */
export function wholeNumber(what: string, least: number, most: number): Field<number> {
  return (value, location, refuse) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
      ? value
      : refuse(
          'out-of-range',
          location,
          `${describeValue(value)} is not a ${what}: a whole number from ${least} to ${most}.`,
        )
}

/** A time in UTC or with an offset. */
export const instant: Field<Instant> = (value, location, refuse) => {
  const read = typeof value === 'string' ? parseInstantWithOffset(value) : undefined
  if (read === undefined) {
    const message = `${describeValue(value)} is not a valid time; write it in UTC, such as "2026-06-09T00:00:00Z", or with an offset, such as "2026-06-09T03:00:00+03:00".`
    return refuse('bad-instant', location, message)
  }
  return read >= earliestInstant
    ? read
    : refuse('out-of-range', location, `The time ${describeValue(value)} is before 1900.`)
}

/** A calendar date. */
export const day: Field<Day> = (value, location, refuse) =>
  (typeof value === 'string' ? parseDay(value) : undefined) ??
  refuse('bad-day', location, `${describeValue(value)} is not a valid date such as "2026-06-09".`)

/** An http or https URL without a user name or password. */
export const url: Field<string> = (value, location, refuse) => {
  const address = line(value, location, refuse, urlLimit)
  if (address === undefined) return undefined
  const hasCredentials = /^[^/\\?#]*[/\\]*[^/\\?#]*@/.test(address)
  if (hasCredentials)
    refuse('url-with-password', location, 'The URL has a user name or a password; remove it.')
  const protocol = URL.canParse(address) ? new URL(address).protocol : ''
  if (/^https?:\/\/[^\s]+$/i.test(address) && /^https?:$/.test(protocol)) return address
  // The message must not show a password.
  const shown = hasCredentials ? 'The address' : describeValue(address)
  return refuse('bad-url', location, `${shown} is not an http or https URL.`)
}

/** The codes that are in use today: rates in a withdrawn currency are a misprint. */
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** A currency code of ISO 4217. */
export const currency: Field<string> = (value, location, refuse) => {
  if (typeof value !== 'string' || !/^[A-Z]{3}$/.test(value)) {
    return refuse(
      'bad-currency',
      location,
      `${describeValue(value)} is not a currency code: three capital letters, such as "KES".`,
    )
  }
  if (!currencies.has(value)) {
    const message = `"${value}" is not a currency code of ISO 4217 that is in use.`
    refuse('unknown-currency', location, message)
  }
  return value
}

/** An institution's id. */
export const identifier: Field<string> = (value, location, refuse) =>
  typeof value === 'string' && isInstitutionId(value)
    ? value
    : refuse(
        'bad-identifier',
        location,
        `${describeValue(value)} is not an id: lower-case words joined by hyphens, at most 64 characters.`,
      )

/** A field that may also be `null`. */
export function orNull<T>(field: Field<T>): Field<T | null> {
  return (value, location, refuse) => (value === null ? null : field(value, location, refuse))
}

/** Shows a value in a message, on one short line. Nested values are only named, because they can be deep. */
export function describeValue(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'An empty list' : 'A list'
  if (typeof value === 'object' && value !== null) return 'An object'
  return typeof value === 'string' ? quoted(value) : (JSON.stringify(value) ?? 'nothing')
}

/** The keys of an object and whether each is required. */
export type Shape = {
  readonly [key: string]: { readonly field: Field<unknown>; readonly required: boolean }
}

/** An object of a shape as it was read. */
export type Read<S extends Shape> = {
  [K in keyof S]: S[K]['field'] extends Field<infer T> ? T | undefined : never
}

/** Declares a required key. */
export function required<T>(field: Field<T>): { field: Field<T>; required: true } {
  return { field, required: true }
}

/** Declares an optional key. */
export function optional<T>(field: Field<T>): { field: Field<T>; required: false } {
  return { field, required: false }
}

/** Reads all fields of an object and refuses unknown keys. A field is `undefined` if it is absent or refused. */
export function readObject<S extends Shape>(
  value: unknown,
  shape: S,
  location: string,
  refuse: Refuse,
): Read<S> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuse('wrong-type', location, `${describeValue(value)} is not a JSON object.`)
  }
  const locationOf = (key: string): string => (location === '' ? key : `${location}.${key}`)
  for (const key of Object.keys(value)) {
    if (Object.hasOwn(shape, key)) continue
    refuse(
      'unknown-key',
      locationOf(describeValue(key)),
      `The key is unknown; the known keys are ${Object.keys(shape).join(', ')}.`,
    )
  }
  const read: Record<string, unknown> = {}
  for (const [key, { field, required: isRequired }] of Object.entries(shape)) {
    if (Object.hasOwn(value, key))
      read[key] = field((value as Record<string, unknown>)[key], locationOf(key), refuse)
    else if (isRequired) refuse('missing-key', locationOf(key), 'It is missing.')
  }
  return read as Read<S>
}
