import {
  canonicalDecimal,
  parseDecimal,
  type CanonicalDecimal,
  type Decimal,
} from '../../src/domain/decimal.ts'
import type { Terms } from '../../src/domain/offer.ts'
import type { SummaryRow } from '../api/api.ts'

/** A decimal of the API, which the server has validated. */
export function toDecimal(text: string): Decimal {
  return parseDecimal(text) ?? zero
}

const zero = '0' as Decimal

/** The tenure of a row of the API in canonical form, to compare rows by it. */
export function tenureOf({
  tenure_months: tenure,
}: Pick<SummaryRow, 'tenure_months'>): CanonicalDecimal {
  return canonicalDecimal(toDecimal(tenure))
}

/** The terms of a row of the API. */
export function termsOf(
  row: Pick<SummaryRow, 'product_variant' | 'tenure_months' | 'payout_type'>,
): Terms {
  return {
    variant: row.product_variant,
    tenure: toDecimal(row.tenure_months),
    payout: row.payout_type,
  }
}

/** A length of time in its largest unit. */
type CountedDuration = { readonly count: number; readonly unit: 'day' | 'month' | 'year' }

/** Splits days into whole years from two on, whole months from two on, or days. A year has 365 days, as a tenure has. */
export function countedDuration(days: number): CountedDuration {
  const months = Math.floor((days * 12) / 365)
  if (months >= 24) return { count: Math.floor(days / 365), unit: 'year' }
  return days >= 62 ? { count: months, unit: 'month' } : { count: days, unit: 'day' }
}

export function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** A time as the clocks of a time zone show it: the day, the hour and minute, and the name of the place. */
export function localTime(at: string, timeZone: string): LocalTime {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const [date = '', clock = ''] = format.format(new Date(at)).split(', ')
  const day = date.split('/').toReversed().join('-')
  return { day, clock, place: (timeZone.split('/').at(-1) ?? '').replaceAll('_', ' ') }
}

type LocalTime = {
  /** YYYY-MM-DD. */
  readonly day: string
  readonly clock: string
  /** `Colombo`; `UTC` where the book has no time zone. */
  readonly place: string
}

/** The host of an address without `www.`, as the name of a source. */
export function hostOf(address: string): string {
  try {
    return new URL(address).host.replace(/^www\./, '')
  } catch {
    return address
  }
}

/** A reader's own text in quotation marks, shortened if it is long. */
export function quote(text: string): string {
  return text.length <= 60 ? `“${text}”` : `“${text.slice(0, 60)}…”`
}

/** Days before this year are refused. While somebody types a year, the field holds years such as 0002 and 0020. */
export const earliestYear = '1900'
