import { parseDecimal, type Decimal } from '../src/domain/decimal.ts'
import { tenureWords } from '../src/domain/tenure-words.ts'
import type { InstitutionType } from '../src/domain/institution.ts'
import type { Payout, Terms, Variant } from '../src/domain/offer.ts'
import type { SummaryRow } from './api.ts'

export const variantLabels: Readonly<Record<Variant, string>> = {
  general: 'everyone',
  senior_citizen: 'senior citizens',
  women: 'women',
  digital: 'digital deposits',
  minor: 'minors',
}

export const payoutLabels: Readonly<Record<Payout, string>> = {
  maturity: 'at maturity',
  monthly: 'monthly',
  quarterly: 'quarterly',
  annual: 'annually',
}

export const typeLabels: Readonly<Record<InstitutionType, string>> = {
  bank: 'Banks',
  nbfi: 'Finance companies',
}

/** The name of one institution of a type, within a sentence. */
export const typeNouns: Readonly<Record<InstitutionType, string>> = {
  bank: 'bank',
  nbfi: 'finance company',
}

/** A decimal of the API, which the server has validated. */
export function toDecimal(text: string): Decimal {
  return parseDecimal(text) ?? zero
}

const zero = '0' as Decimal

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

/** `12 months, paid at maturity, for everyone`. An empty tenure means any tenure. */
export function formatTerms({
  tenure,
  payout,
  variant,
}: Omit<Terms, 'tenure'> & { readonly tenure: Decimal | '' }): string {
  const duration = tenure === '' ? 'Any tenure' : formatTenure(tenure)
  return `${duration}, paid ${payoutLabels[payout]}, for ${variantLabels[variant]}`
}

export function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** A tenure in months: `12 months`. A tenure that the institution printed in days is shown in days: `100 days`. */
export function formatTenure(tenure: string): string {
  return tenureWords(toDecimal(tenure))
}

/** `licensed_commercial_bank` as `Licensed commercial bank`. */
export function formatLicence(licence: string): string {
  return capitalize(licence.replaceAll('_', ' '))
}

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const shortDayFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})

/** The UTC day of a date or a time: `9 June 2026`. */
export function formatDay(at: string): string {
  return dayFormat.format(new Date(at))
}

/** The same for tables: `9 Jun 2026`. */
export function formatShortDay(at: string): string {
  return shortDayFormat.format(new Date(at))
}

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  hour: '2-digit',
  minute: '2-digit',
})

/** A time to the minute: `9 June 2026, 03:50 UTC`. */
export function formatTime(at: string): string {
  return `${formatDay(at)}, ${timeFormat.format(new Date(at))} UTC`
}

/** `12 offers`, `1 offer`. */
export function formatCount(count: number, singular: string): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? singular : `${singular}s`}`
}

/** `confirmed 3 days ago`, or a warning if that is too long ago. */
export function formatFreshness(days: number, isStale: boolean): string {
  if (isStale) return `stale: not confirmed for ${formatCount(days, 'day')}`
  return days === 0 ? 'confirmed today' : `confirmed ${formatCount(days, 'day')} ago`
}

/** The host of an address without `www.`, as the name of a source. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host.replace(/^www\./, '') : address
}

/** A reader's own text in quotation marks, shortened if it is long. */
export function quote(text: string): string {
  return text.length <= 60 ? `“${text}”` : `“${text.slice(0, 60)}…”`
}

/** Days before this year are refused. While somebody types a year, the field holds years such as 0002 and 0020. */
export const earliestYear = '1900'
