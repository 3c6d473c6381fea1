import {
  canonicalDecimal,
  compareDecimals,
  sameDecimal,
  type CanonicalDecimal,
  type Decimal,
} from './decimal.ts'

/** The variants of a deposit, in the order of the specification, part 2. */
export const variants = ['general', 'senior_citizen', 'women', 'digital', 'minor'] as const
export type Variant = (typeof variants)[number]

/** When interest is paid out, in the order of the specification, part 2. */
export const payouts = ['maturity', 'monthly', 'quarterly', 'annual'] as const
export type Payout = (typeof payouts)[number]

/** The terms of an offer. The tenure is in months. */
export type Terms = {
  readonly variant: Variant
  readonly tenure: Decimal
  readonly payout: Payout
}

/** Terms with a minimum deposit, which is absent if the sheet states none; that counts as zero. Each tier has a series of its own. */
export type Tier = Terms & { readonly minimumDeposit?: Decimal }

/** One line of a rate sheet: a tier with its rate. */
export type Offer = Tier & {
  /** The tenure in days if the sheet printed days; `tenure` is then computed from it. */
  readonly tenureDays?: number
  /** Nominal percent per annum, as printed. */
  readonly rate: Decimal
  /** The annual effective rate, in percent, if the sheet prints one. */
  readonly annualEffectiveRate?: Decimal
  /** The name that the institution gives the product. */
  readonly product?: string
}

declare const termsKey: unique symbol

/** A string for some terms that is the same for all printings of the tenure. */
export type TermsKey = string & { readonly [termsKey]: true }

/** The key of some terms: variant, tenure in canonical form, payout. */
export function keyOf(terms: Terms): TermsKey {
  return `${terms.variant} ${canonicalDecimal(terms.tenure)} ${terms.payout}` as TermsKey
}

declare const tierKey: unique symbol

/** A string for a tier that is the same for all printings of the tenure and the minimum deposit. */
export type TierKey = string & { readonly [tierKey]: true }

/** The key of a tier: the key of its terms, and the minimum deposit in canonical form. */
export function tierKeyOf(tier: Tier): TierKey {
  return `${keyOf(tier)} ${canonicalDecimal(depositOf(tier))}` as TierKey
}

/** Restricts a query to some terms; a property that is absent or undefined does not restrict. */
export type TermsFilter = {
  readonly variant?: Variant | undefined
  readonly tenure?: Decimal | undefined
  readonly payout?: Payout | undefined
}

/** Whether terms pass a filter; tenures compare by value. */
export function hasTerms(terms: Terms, { variant, tenure, payout }: TermsFilter): boolean {
  return (
    (variant === undefined || terms.variant === variant) &&
    (payout === undefined || terms.payout === payout) &&
    (tenure === undefined || sameDecimal(terms.tenure, tenure))
  )
}

/** Terms order: variant as listed above, tenure rising, payout as listed above. */
export function compareTerms(a: Terms, b: Terms): number {
  return (
    variants.indexOf(a.variant) - variants.indexOf(b.variant) ||
    compareDecimals(a.tenure, b.tenure) ||
    payouts.indexOf(a.payout) - payouts.indexOf(b.payout)
  )
}

const zero = '0' as CanonicalDecimal

/** The minimum deposit, zero where none is stated. */
export function depositOf({ minimumDeposit }: Pick<Tier, 'minimumDeposit'>): Decimal {
  return minimumDeposit ?? zero
}

/** The order of the tiers of a sheet in the book: terms order, then minimum deposit rising. */
export function compareTiers(a: Tier, b: Tier): number {
  return compareTerms(a, b) || compareDecimals(depositOf(a), depositOf(b))
}

/** The terms of a tier or an offer alone. */
export function termsOf({ variant, tenure, payout }: Terms): Terms {
  return { variant, tenure, payout }
}

/** The tier of an offer, without its rate. */
export function tierOf({ variant, tenure, payout, minimumDeposit }: Tier): Tier {
  return { variant, tenure, payout, ...(minimumDeposit !== undefined && { minimumDeposit }) }
}

/** A tier as people write it: `general 12 maturity 5000`, without the minimum deposit where none is stated. */
export function tierText({ variant, tenure, payout, minimumDeposit }: Tier): string {
  return [variant, tenure, payout, minimumDeposit ?? []].flat().join(' ')
}
