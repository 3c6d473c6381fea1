import {
  canonicalDecimal,
  compareDecimals,
  sameDecimal,
  type CanonicalDecimal,
  type Decimal,
} from './decimal.ts'
import type { Instant } from './instant.ts'

/** The variants of a deposit, in the order of the specification, part 2. */
export const variants = ['general', 'senior_citizen', 'women', 'digital', 'minor'] as const

export type Variant = (typeof variants)[number]

/** When interest is paid out, in the order of the specification, part 2. */
export const payouts = ['maturity', 'monthly', 'quarterly', 'annual'] as const

export type Payout = (typeof payouts)[number]

/** The terms of an offer. They hold for one tenure, or for a range of tenures with inclusive bounds. */
export type Terms = {
  readonly variant: Variant
  /** In months; the lower bound of a range. */
  readonly tenure: Decimal
  /** In months, the upper bound of a range; absent for one tenure. */
  readonly tenureTo?: Decimal
  readonly payout: Payout
}

/** Terms with a minimum deposit, which is absent if the sheet states none; that counts as zero. Each tier has a series of its own. */
export type Tier = Terms & { readonly minimumDeposit?: Decimal }

/** One line of a rate sheet: a tier with its rate. */
export type Offer = Tier & {
  /** The tenure in days if the sheet printed days; `tenure` is then computed from it. */
  readonly tenureDays?: number
  /** The same of the upper bound of a range. */
  readonly tenureToDays?: number
  /** Nominal percent per annum, as printed. */
  readonly rate: Decimal
  /** The annual effective rate, in percent, if the sheet prints one. */
  readonly annualEffectiveRate?: Decimal
  /** The name that the institution gives the product. */
  readonly product?: string
}

/** A rate sheet of one institution, read and validated. Its offers are in terms order. */
export type Sheet = {
  readonly institutionId: string
  readonly sourceUrl: string
  readonly scrapedAt: Instant
  readonly currency: string
  /** Whether the sheet withdraws the offers of the covered variants that it does not list. */
  readonly complete: boolean
  readonly covers: readonly Variant[]
  /** The terms that the sheet neither confirms nor withdraws, with all their tiers, in terms order. Absent if there are none. */
  readonly leaves?: readonly Terms[]
  readonly offers: readonly Offer[]
}

declare const termsKey: unique symbol

/** A string for some terms that is the same for all printings of the tenures. */
export type TermsKey = string & { readonly [termsKey]: true }

/** The key of some terms: variant, tenure or range in canonical form, payout. */
export function keyOf({ variant, tenure, tenureTo, payout }: Terms): TermsKey {
  const upper = tenureTo === undefined ? '' : `-${canonicalDecimal(tenureTo)}`
  return `${variant} ${canonicalDecimal(tenure)}${upper} ${payout}` as TermsKey
}

declare const tierKey: unique symbol

/** A string for a tier that is the same for all printings of the tenures and the minimum deposit. */
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

/** Whether terms pass a filter; tenures compare by value, ranges by their lower bound. */
export function hasTerms(terms: Terms, { variant, tenure, payout }: TermsFilter): boolean {
  return (
    (variant === undefined || terms.variant === variant) &&
    (payout === undefined || terms.payout === payout) &&
    (tenure === undefined || sameDecimal(terms.tenure, tenure))
  )
}

/** Terms order: variant as listed above, tenure rising, payout as listed above, one tenure before ranges, upper bound rising. */
export function compareTerms(a: Terms, b: Terms): number {
  return (
    variants.indexOf(a.variant) - variants.indexOf(b.variant) ||
    compareDecimals(a.tenure, b.tenure) ||
    payouts.indexOf(a.payout) - payouts.indexOf(b.payout) ||
    compareDecimals(a.tenureTo ?? zero, b.tenureTo ?? zero)
  )
}

/** The order of the tiers of a sheet in the book: terms order, then minimum deposit rising. */
export function compareTiers(a: Tier, b: Tier): number {
  return compareTerms(a, b) || compareDecimals(depositOf(a), depositOf(b))
}

/** The minimum deposit, zero where none is stated. */
export function depositOf({ minimumDeposit }: Pick<Tier, 'minimumDeposit'>): Decimal {
  return minimumDeposit ?? zero
}

const zero = '0' as CanonicalDecimal

/** The terms of a tier or an offer alone. */
export function termsOf({ variant, tenure, tenureTo, payout }: Terms): Terms {
  return { variant, tenure, ...(tenureTo !== undefined && { tenureTo }), payout }
}

/** The tier of an offer, without its rate. */
export function tierOf(tier: Tier): Tier {
  const { minimumDeposit } = tier
  return { ...termsOf(tier), ...(minimumDeposit !== undefined && { minimumDeposit }) }
}

/** The months of a tenure or of a range as people write them: `12`, `12-24`. */
export function monthsText({ tenure, tenureTo }: Pick<Terms, 'tenure' | 'tenureTo'>): string {
  return tenureTo === undefined ? tenure : `${tenure}-${tenureTo}`
}

/** A tier as people write it: `general 12 maturity 5000`, `general 12-24 maturity`; without a minimum deposit if none is stated. */
export function tierText(tier: Tier): string {
  const { variant, payout, minimumDeposit } = tier
  return [variant, monthsText(tier), payout, minimumDeposit ?? []].flat().join(' ')
}

/** Whether a sheet withdraws some terms unless it lists them. */
export function withdrawsUnlisted(
  { complete, covers, leaves = [] }: Pick<Sheet, 'complete' | 'covers' | 'leaves'>,
  terms: Terms,
): boolean {
  const isLeft = leaves.some((one) => keyOf(one) === keyOf(terms))
  return complete && covers.includes(terms.variant) && !isLeft
}
