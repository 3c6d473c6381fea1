import {
  canonicalDecimal,
  meanOfUnits,
  parseDecimal,
  unitsOf,
  type Decimal,
} from '../src/domain/decimal.ts'
import type { InstitutionType } from '../src/domain/institution.ts'
import type { Payout, Terms, Variant } from '../src/domain/offer.ts'
import type { Group } from './api.ts'

export const variantWords: Readonly<Record<Variant, string>> = {
  general: 'everyone',
  senior_citizen: 'senior citizens',
  women: 'women',
  digital: 'digital deposits',
  minor: 'minors',
}

export const payoutWords: Readonly<Record<Payout, string>> = {
  maturity: 'at maturity',
  monthly: 'monthly',
  quarterly: 'quarterly',
  annual: 'annually',
}

export const typeWords: Readonly<Record<InstitutionType, string>> = {
  bank: 'Banks',
  nbfi: 'Finance companies',
}

export const oneOfType: Readonly<Record<InstitutionType, string>> = {
  bank: 'bank',
  nbfi: 'finance company',
}

/** A decimal of the API, which has checked it. */
export function decimal(text: string): Decimal {
  return parseDecimal(text) ?? zero
}

const zero = '0' as Decimal

/** The terms of a record of the API. */
export function termsOf(
  record: Pick<Group, 'product_variant' | 'tenure_months' | 'payout_type'>,
): Terms {
  return {
    variant: record.product_variant,
    tenure: decimal(record.tenure_months),
    payout: record.payout_type,
  }
}

/** Some terms as a reader names them: `12 months, paid at maturity, for everyone`; the tenure is empty for any. */
export function termsWords({
  tenure,
  payout,
  variant,
}: Omit<Terms, 'tenure'> & { readonly tenure: Decimal | '' }): string {
  const long = tenure === '' ? 'Any tenure' : tenureWords(tenure)
  return `${long}, paid ${payoutWords[payout]}, for ${variantWords[variant]}`
}

/** Words as they begin a line. */
export function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** A tenure in months: `12 months`; one that was printed in days, in days: `100 days`. */
export function tenureWords(tenure: string): string {
  const months = canonicalDecimal(decimal(tenure))
  if (!months.includes('.')) return `${months} ${months === '1' ? 'month' : 'months'}`
  return `${daysOf(months)} days`
}

/** Before a noun: `12-month`. */
export function tenureBefore(tenure: string): string {
  return tenureWords(tenure).replace(' ', '-').replace(/s$/, '')
}

function daysOf(months: Decimal): string {
  const scale = 15
  return meanOfUnits(unitsOf(months, scale) * 365n, 12, scale, 0)
}

/** `licensed_commercial_bank` as people write it. */
export function licenceWords(licence: string): string {
  return capital(licence.replaceAll('_', ' '))
}

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const shortFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})

/** A day or an instant as a UTC day: `9 June 2026`. */
export function dayWords(at: string): string {
  return dayFormat.format(new Date(at))
}

/** The same, as short as a table has room: `9 Jun 2026`. */
export function shortDay(at: string): string {
  return shortFormat.format(new Date(at))
}

/** `12 offers`, `1 offer`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`
}

/** How long ago something was confirmed, and whether that is too long. */
export function freshnessWords(days: number, isStale: boolean): string {
  if (isStale) return `stale: not confirmed for ${countOf(days, 'day')}`
  return days === 0 ? 'confirmed today' : `confirmed ${countOf(days, 'day')} ago`
}

/** The host of an address, as a name for a source. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host.replace(/^www\./, '') : address
}

/** What somebody wrote, as far as it takes to know it again. */
export function quoted(text: string): string {
  return text.length <= 60 ? `“${text}”` : `“${text.slice(0, 60)}…”`
}

/** No book is older: the years that somebody is about to write are. */
export const firstDay = '1900'
