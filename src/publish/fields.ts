import { parseDay, type Day } from '../domain/day.ts'
import { parseDecimal, type Decimal } from '../domain/decimal.ts'
import { isInstitutionId } from '../domain/institution.ts'
import { earliestInstant, parseInstant, type Instant } from '../domain/instant.ts'
import type { Refuse } from './problem.ts'

/** Reads one field of a file: its value, or `undefined` once it is refused. */
export type Field<T> = (value: unknown, place: string, refuse: Refuse) => T | undefined

/** The longest text that is kept, in UTF-16 code units; addresses may be longer. */
const textLimit = 300
const urlLimit = 2000

/** One line of text. */
export const text: Field<string> = (value, place, refuse) =>
  boundedText(value, place, refuse, textLimit)

function boundedText(
  value: unknown,
  place: string,
  refuse: Refuse,
  limit: number,
): string | undefined {
  if (typeof value !== 'string')
    return refuse('wrong-type', place, `${shown(value)} is not a text.`)
  if (value.trim() === '')
    return refuse('bad-text', place, 'The text is empty; leave the key out or fill it.')
  if (value.length > limit)
    return refuse('bad-text', place, `The text is longer than ${limit} characters.`)
  if (!value.isWellFormed())
    return refuse('bad-text', place, 'The text has half of a surrogate pair.')
  if (/\p{Cc}/u.test(value))
    return refuse('bad-text', place, 'The text has a control character (NUL, tab, line end).')
  return value
}

/** One of the allowed words. */
export function oneOf<T extends string>(what: string, allowed: readonly T[]): Field<T> {
  return (value, place, refuse) =>
    allowed.find((word) => word === value) ??
    refuse(
      'unknown-value',
      place,
      `${shown(value)} is no ${what}; it is one of ${allowed.join(', ')}.`,
    )
}

/** `true` or `false`. */
export const flag: Field<boolean> = (value, place, refuse) =>
  typeof value === 'boolean'
    ? value
    : refuse('wrong-type', place, `${shown(value)} is not true or false.`)

/** A decimal string within bounds; a JSON number has lost the digits that were printed. */
export function decimal(
  what: string,
  isWithin: (value: Decimal) => boolean,
  bounds: string,
): Field<Decimal> {
  return (value, place, refuse) => {
    if (typeof value === 'number') {
      return refuse(
        'wrong-type',
        place,
        `The ${what} ${value} is a JSON number; write it as a string, "${value}".`,
      )
    }
    const read = typeof value === 'string' ? parseDecimal(value) : undefined
    if (read === undefined) {
      return refuse(
        'bad-decimal',
        place,
        `${shown(value)} is not a plain decimal such as "8.50", which a ${what} must be.`,
      )
    }
    return isWithin(read)
      ? read
      : refuse('out-of-range', place, `The ${what} ${read} is out of range; it must be ${bounds}.`)
  }
}

/** A whole JSON number within bounds. */
export function whole(what: string, least: number, most: number): Field<number> {
  return (value, place, refuse) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
      ? value
      : refuse(
          'out-of-range',
          place,
          `${shown(value)} is no ${what}: a whole number from ${least} to ${most}.`,
        )
}

/** An instant in UTC. */
export const instant: Field<Instant> = (value, place, refuse) => {
  const read = typeof value === 'string' ? parseInstant(value) : undefined
  if (read === undefined) {
    const message = `${shown(value)} is no instant in UTC that exists, such as "2026-06-09T00:00:00Z".`
    return refuse('bad-instant', place, message)
  }
  return read >= earliestInstant
    ? read
    : refuse('out-of-range', place, `The instant ${shown(value)} lies before 1900.`)
}

/** A calendar day. */
export const day: Field<Day> = (value, place, refuse) =>
  (typeof value === 'string' ? parseDay(value) : undefined) ??
  refuse('bad-day', place, `${shown(value)} is no day that exists, such as "2026-06-09".`)

/** An address that a reader can open: http or https. */
export const url: Field<string> = (value, place, refuse) => {
  const address = boundedText(value, place, refuse, urlLimit)
  if (address === undefined) return undefined
  const protocol = URL.canParse(address) ? new URL(address).protocol : ''
  return /^https?:\/\/[^\s]+$/i.test(address) && /^https?:$/.test(protocol)
    ? address
    : refuse('bad-url', place, `${shown(address)} is no http or https address.`)
}

/** An ISO 4217 code by its form. */
export const currency: Field<string> = (value, place, refuse) =>
  typeof value === 'string' && /^[A-Z]{3}$/.test(value)
    ? value
    : refuse(
        'bad-currency',
        place,
        `${shown(value)} is no currency code: three capital letters, such as "LKR".`,
      )

/** An institution's identifier. */
export const identifier: Field<string> = (value, place, refuse) =>
  typeof value === 'string' && isInstitutionId(value)
    ? value
    : refuse(
        'bad-identifier',
        place,
        `${shown(value)} is no identifier: lower-case words joined by hyphens, at most 64 characters.`,
      )

/** What `null` stands for, and else the field. */
export function orNull<T>(field: Field<T>): Field<T | null> {
  return (value, place, refuse) => (value === null ? null : field(value, place, refuse))
}

/** A value as a message shows it: short, and on one line. What is nested is named only: it may be a million levels deep. */
export function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? 'A list' : 'An object'
  const json = JSON.stringify(value) ?? 'nothing'
  return json.length > 60 ? `${json.slice(0, 57)}…` : json
}
