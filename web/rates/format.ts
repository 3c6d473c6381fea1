import {
  canonicalDecimal,
  compareDecimals,
  parseDecimal,
  type CanonicalDecimal,
  type Decimal,
} from '../../src/domain/decimal.ts'
import type { Terms, Tier } from '../../src/domain/offer.ts'
import { annualEffectiveRateText } from '../../src/domain/yield.ts'
import type { EvidenceRow, SummaryRow } from '../api/api.ts'

/** The tenure of a row, or the bounds of its range. */
export type TenuresRow = Pick<SummaryRow, 'tenure_months'> & {
  readonly tenure_to_months?: string | null
}

/** The terms of a row. */
export type TermsRow = TenuresRow & Pick<SummaryRow, 'product_variant' | 'payout_type'>

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

/** The tenure or the range of a row in canonical form, to compare rows by it: `12`, `12-24`. */
export function tenuresKeyOf(row: TenuresRow): string {
  const { tenure_to_months: upperBound } = row
  const to = typeof upperBound === 'string' ? `-${canonicalDecimal(toDecimal(upperBound))}` : ''
  return tenureOf(row) + to
}

/** The order of tenures: rising; a tenure goes before the ranges that begin at it. */
export function compareTenures(a: TenuresRow, b: TenuresRow): number {
  const upperBound = ({ tenure_to_months: months }: TenuresRow): Decimal => toDecimal(months ?? '0')
  return (
    compareDecimals(toDecimal(a.tenure_months), toDecimal(b.tenure_months)) ||
    compareDecimals(upperBound(a), upperBound(b))
  )
}

/** The terms of a row of the API. */
export function termsOf(row: TermsRow): Terms {
  const { tenure_to_months: upperBound } = row
  return {
    variant: row.product_variant,
    tenure: toDecimal(row.tenure_months),
    ...(typeof upperBound === 'string' && { tenureTo: toDecimal(upperBound) }),
    payout: row.payout_type,
  }
}

/** The tier of a row of the API. */
export function tierOf(row: TermsRow & { readonly min_deposit: string }): Tier {
  return { ...termsOf(row), minimumDeposit: toDecimal(row.min_deposit) }
}

/** The highest rate first. */
export function byRate(a: Pick<EvidenceRow, 'rate_pa'>, b: Pick<EvidenceRow, 'rate_pa'>): number {
  return compareDecimals(toDecimal(b.rate_pa), toDecimal(a.rate_pa))
}

export function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** The annual effective rate of an offer of the API, at a tenure; if none is given, at the lower bound of a range. */
export function annualRateOf(
  {
    rate_pa: rate,
    tenure_months,
    payout_type: payout,
  }: Pick<EvidenceRow, 'rate_pa' | 'tenure_months' | 'payout_type'>,
  tenure: string = tenure_months,
): Decimal {
  return annualEffectiveRateText({ rate: toDecimal(rate), tenure: toDecimal(tenure), payout })
}

/** A reader's own text in quotation marks, shortened if it is long. */
export function quote(text: string): string {
  return text.length <= 60 ? `“${text}”` : `“${text.slice(0, 60)}…”`
}

/** Days before this year are refused. While somebody types a year, the field holds years such as 0002 and 0020. */
export const earliestYear = '1900'

/**
 * A name as readers search it: kinds of apostrophes, accents, white space, hyphens and case make no difference, so that
 * “peoples” finds “People's”. Vowel signs of Sinhala and Tamil are marks too, and stay.
 */
export function nameKey(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F\s\p{P}\p{Sk}\p{Cf}\u02B9-\u02BF]/gu, '')
    .toLowerCase()
}
