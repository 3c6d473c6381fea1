import { parseDay, type Day } from '../domain/day.ts'
import { parseDecimal, type Decimal } from '../domain/decimal.ts'
import { isInstitutionId } from '../domain/institution.ts'
import { earliestInstant, parseInstant, type Instant } from '../domain/instant.ts'
import type { Refuse } from './problem.ts'

/** Reads one field of a file. Returns `undefined` after reporting a problem. */
export type Field<T> = (value: unknown, location: string, refuse: Refuse) => T | undefined

/** Maximum lengths of texts and URLs, in UTF-16 code units. */
const textLimit = 300
const urlLimit = 2000

/** One line of text. */
export const text: Field<string> = (value, location, refuse) =>
  boundedText(value, location, refuse, textLimit)

function boundedText(
  value: unknown,
  location: string,
  refuse: Refuse,
  limit: number,
): string | undefined {
  if (typeof value !== 'string')
    return refuse('wrong-type', location, `${describeValue(value)} is not a string.`)
  if (value.trim() === '')
    return refuse('bad-text', location, 'The text is empty; leave the key out or fill it.')
  if (value.length > limit)
    return refuse('bad-text', location, `The text is longer than ${limit} characters.`)
  if (!value.isWellFormed())
    return refuse('bad-text', location, 'The text has an unpaired surrogate.')
  if (/\p{Cc}/u.test(value))
    return refuse(
      'bad-text',
      location,
      'The text has a control character, such as NUL, tab or line feed.',
    )
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

/** A time in UTC. */
export const instant: Field<Instant> = (value, location, refuse) => {
  const read = typeof value === 'string' ? parseInstant(value) : undefined
  if (read === undefined) {
    const message = `${describeValue(value)} is not a valid UTC time such as "2026-06-09T00:00:00Z".`
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

/** An http or https URL. */
export const url: Field<string> = (value, location, refuse) => {
  const address = boundedText(value, location, refuse, urlLimit)
  if (address === undefined) return undefined
  const protocol = URL.canParse(address) ? new URL(address).protocol : ''
  return /^https?:\/\/[^\s]+$/i.test(address) && /^https?:$/.test(protocol)
    ? address
    : refuse('bad-url', location, `${describeValue(address)} is not an http or https URL.`)
}

/** A currency code in the form of ISO 4217. */
export const currency: Field<string> = (value, location, refuse) =>
  typeof value === 'string' && /^[A-Z]{3}$/.test(value)
    ? value
    : refuse(
        'bad-currency',
        location,
        `${describeValue(value)} is not a currency code: three capital letters, such as "LKR".`,
      )

/** An institution's id. */
export const identifier: Field<string> = (value, location, refuse) =>
  typeof value === 'string' && isInstitutionId(value)
    ? value
    : refuse(
        'bad-identifier',
        location,
        `${describeValue(value)} is not an institution id: lower-case words joined by hyphens, at most 64 characters.`,
      )

/** A field that may also be `null`. */
export function orNull<T>(field: Field<T>): Field<T | null> {
  return (value, location, refuse) => (value === null ? null : field(value, location, refuse))
}

/** Shows a value in a message, on one short line. Nested values are only named, because they can be deep. */
export function describeValue(value: unknown): string {
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? 'A list' : 'An object'
  const json = JSON.stringify(value) ?? 'nothing'
  return json.length > 60 ? `${json.slice(0, 57)}…` : json
}
