import { compareDecimals, monthsOfDays, type Decimal } from '../../domain/decimal.ts'
import {
  compareTerms,
  compareTiers,
  keyOf,
  payouts,
  tierKeyOf,
  variants,
  type Offer,
  type Payout,
  type Terms,
  type Variant,
  type Tier,
} from '../../domain/offer.ts'
import { decimal, oneOf, text, wholeNumber, optional, readObject, required } from './fields.ts'
import type { Refuse } from './problem.ts'

/** The maximum number of offers in one sheet. */
const offerLimit = 10_000
/** The most terms that a sheet may leave alone: each is compared with each standing offer. */
const leavesLimit = 1_000

/** The location of the offer at an index, for problem messages. */
export type LocationOf = (index: number) => string

/** A product variant. */
export const variant = oneOf('variant', variants)

/** A payout. */
const payout = oneOf('payout', payouts)

const percent = (most: string) => (value: Decimal) =>
  compareDecimals(value, '0' as Decimal) > 0 && compareDecimals(value, most as Decimal) <= 0
/** A rate in percent per annum. */
export const rate = decimal('rate', percent('100'), 'above 0 and at most 100 percent')
const effectiveRate = decimal(
  'annual effective rate',
  percent('1000'),
  'above 0 and at most 1000 percent',
)
/** A tenure in months. */
const tenure = decimal('tenure', percent('1200'), 'above 0 and at most 1200 months')
/** A minimum deposit. */
const deposit = decimal('minimum deposit', () => true, 'zero or more')

const termsShape = {
  product_variant: required(variant),
  tenure_months: optional(tenure),
  tenure_days: optional(wholeNumber('tenure in days', 1, 36_500)),
  payout_type: required(payout),
}

const offerShape = {
  ...termsShape,
  rate_pa: required(rate),
  aer: optional(effectiveRate),
  min_deposit: optional(deposit),
  product: optional(text),
}

/** Reads the offers of a sheet and sorts them in terms order. */
export function readOffers(
  listed: readonly unknown[],
  covered: readonly Variant[],
  locationOf: LocationOf,
  refuse: Refuse,
): Offer[] {
  if (listed.length > offerLimit) {
    refuse(
      'too-many-offers',
      'offers',
      `The sheet lists ${listed.length} offers; the maximum is ${offerLimit}.`,
    )
    return []
  }
  const seen = new Map<string, string>()
  const offers: Offer[] = []
  for (const [index, item] of listed.entries()) {
    const location = locationOf(index)
    const offer = readOffer(item, location, refuse)
    if (offer === undefined) continue
    refuseUncovered(offer, covered, location, refuse)
    const key = tierKeyOf(offer)
    const earlier = seen.get(key)
    if (earlier !== undefined) {
      refuse(
        'duplicate-offer',
        location,
        `The same terms and minimum deposit are also at ${earlier}; keep one of the two.`,
      )
    }
    seen.set(key, earlier ?? location)
    offers.push(offer)
  }
  return offers.toSorted(compareTiers)
}

/** Reads the terms that a sheet leaves alone, and sorts them. */
export function readLeaves(
  listed: readonly unknown[],
  { covered, offers }: { readonly covered: readonly Variant[]; readonly offers: readonly Offer[] },
  refuse: Refuse,
): Terms[] {
  if (listed.length > leavesLimit) {
    refuse(
      'too-many-offers',
      'leaves',
      `The sheet leaves ${listed.length} terms alone; the maximum is ${leavesLimit}. A partial sheet says nothing of all that it does not list.`,
    )
    return []
  }
  const listedKeys = new Set(offers.map(keyOf))
  const seen = new Map<string, string>()
  const leaves: Terms[] = []
  for (const [index, item] of listed.entries()) {
    const location = `leaves[${index}]`
    const read = readObject(item, termsShape, location, refuse)
    const terms = read && termsOf(read, item as Record<string, unknown>, location, refuse)
    if (terms === undefined) continue
    refuseUncovered(terms, covered, location, refuse)
    const key = keyOf(terms)
    if (listedKeys.has(key))
      refuse(
        'listed-and-left',
        location,
        'The sheet also lists offers for these terms; keep one of the two.',
      )
    const earlier = seen.get(key)
    if (earlier !== undefined)
      refuse(
        'duplicate-offer',
        location,
        `The same terms are also at ${earlier}; keep one of the two.`,
      )
    seen.set(key, earlier ?? location)
    leaves.push(terms)
  }
  return leaves.toSorted(compareTerms)
}

function refuseUncovered(
  { variant: named }: Terms,
  covered: readonly Variant[],
  location: string,
  refuse: Refuse,
): void {
  if (covered.includes(named)) return
  refuse('not-covered', location, `The variant ${named} is not listed in covers.`)
}

function readOffer(item: unknown, location: string, refuse: Refuse): Offer | undefined {
  const read = readObject(item, offerShape, location, refuse)
  if (read === undefined) return undefined
  const { tenure_days: tenureDays, product } = read
  const terms = termsOf(read, item as Record<string, unknown>, location, refuse)
  if (terms === undefined || !read.rate_pa) return undefined
  return {
    ...terms,
    rate: read.rate_pa,
    ...(tenureDays !== undefined && { tenureDays }),
    ...(read.min_deposit !== undefined && { minimumDeposit: read.min_deposit }),
    ...(read.aer !== undefined && { annualEffectiveRate: read.aer }),
    ...(product !== undefined && { product }),
  }
}

/** The terms of an object that was read; `undefined` if a part of them was refused. */
function termsOf(
  read: {
    readonly product_variant: Variant | undefined
    readonly tenure_months: Decimal | undefined
    readonly tenure_days: number | undefined
    readonly payout_type: Payout | undefined
  },
  given: Readonly<Record<string, unknown>>,
  location: string,
  refuse: Refuse,
): Terms | undefined {
  const [hasMonths, hasDays] = [
    Object.hasOwn(given, 'tenure_months'),
    Object.hasOwn(given, 'tenure_days'),
  ]
  if (hasMonths && hasDays) {
    return refuse(
      'two-tenures',
      location,
      'Both tenure_months and tenure_days are given; keep the one that was printed.',
    )
  }
  if (!hasMonths && !hasDays) {
    return refuse(
      'no-tenure',
      location,
      'Neither tenure_months nor tenure_days is given; give one of them.',
    )
  }
  const { product_variant, payout_type, tenure_days: days } = read
  const months = days === undefined ? read.tenure_months : monthsOfDays(days)
  if (months === undefined || !product_variant || !payout_type) return undefined
  return { variant: product_variant, tenure: months, payout: payout_type }
}

/** Reads `general 12 maturity 5000`, whose last word may be absent. Returns `undefined` after each refusal. */
export function readTier(terms: string, location: string, refuse: Refuse): Tier | undefined {
  const words = terms.trim().split(/\s+/)
  if (words.length < 3 || words.length > 4) {
    return refuse(
      'missing-key',
      location,
      'Give the variant, the tenure in months, the payout and, where there are several, the minimum deposit: "general 12 maturity 5000".',
    )
  }
  const read = {
    variant: variant(words[0], location, refuse),
    tenure: tenure(words[1], location, refuse),
    payout: payout(words[2], location, refuse),
  }
  const minimumDeposit = words[3] === undefined ? undefined : deposit(words[3], location, refuse)
  if (read.variant === undefined || read.tenure === undefined || read.payout === undefined)
    return undefined
  if (words[3] !== undefined && minimumDeposit === undefined) return undefined
  return {
    variant: read.variant,
    tenure: read.tenure,
    payout: read.payout,
    ...(minimumDeposit !== undefined && { minimumDeposit }),
  }
}
