import { canonicalDecimal, compareDecimals, monthsOfDays, type Decimal } from '../domain/decimal.ts'
import {
  compareOffers,
  depositOf,
  keyOf,
  payouts,
  variants,
  type Offer,
  type Variant,
} from '../domain/offer.ts'
import { decimal, oneOf, text, whole } from './fields.ts'
import type { Refuse } from './problem.ts'
import { optional, readObject, required } from './read-object.ts'

/** The most offers that one sheet may list; the longest real one has fewer than a hundred. */
const offerLimit = 10_000

/** Where the offer at an index stands, as a person would look for it. */
export type PlaceOf = (index: number) => string

/** One of the variants. */
export const variant = oneOf('variant', variants)

const percent = (most: string) => (value: Decimal) =>
  compareDecimals(value, '0' as Decimal) > 0 && compareDecimals(value, most as Decimal) <= 0
const rate = decimal('rate', percent('100'), 'above 0 and at most 100 percent')
const effectiveRate = decimal(
  'annual effective rate',
  percent('1000'),
  'above 0 and at most 1000 percent',
)
const tenure = decimal('tenure', percent('1200'), 'above 0 and at most 1200 months')
const deposit = decimal('minimum deposit', () => true, 'zero or more')

const offerShape = {
  product_variant: required(variant),
  tenure_months: optional(tenure),
  tenure_days: optional(whole('tenure in days', 1, 36_500)),
  payout_type: required(oneOf('payout', payouts)),
  rate_pa: required(rate),
  aer: optional(effectiveRate),
  min_deposit: optional(deposit),
  product: optional(text),
}

/** Reads the offers of a sheet, in terms order; `placeOf` says where the one at an index stands. */
export function readOffers(
  listed: readonly unknown[],
  covered: readonly Variant[],
  placeOf: PlaceOf,
  refuse: Refuse,
): Offer[] {
  if (listed.length > offerLimit) {
    refuse(
      'too-many-offers',
      'offers',
      `The sheet lists ${listed.length} offers; ${offerLimit} is the most that is read.`,
    )
    return []
  }
  const seen = new Map<string, string>()
  const offers: Offer[] = []
  for (const [index, item] of listed.entries()) {
    const place = placeOf(index)
    const offer = readOffer(item, place, refuse)
    if (offer === undefined) continue
    if (!covered.includes(offer.variant)) {
      refuse(
        'not-covered',
        place,
        `The offer's variant ${offer.variant} is not among those that the sheet covers.`,
      )
    }
    const key = `${keyOf(offer)} ${canonicalDecimal(depositOf(offer))}`
    const earlier = seen.get(key)
    if (earlier !== undefined) {
      refuse(
        'duplicate-offer',
        place,
        `The same terms and minimum deposit stand at ${earlier}; keep one of the two.`,
      )
    }
    seen.set(key, earlier ?? place)
    offers.push(offer)
  }
  return offers.toSorted(compareOffers)
}

function readOffer(item: unknown, place: string, refuse: Refuse): Offer | undefined {
  const read = readObject(item, offerShape, place, refuse)
  if (read === undefined) return undefined
  const { tenure_days: tenureDays, product } = read
  const given = item as Record<string, unknown>
  const [hasMonths, hasDays] = [
    Object.hasOwn(given, 'tenure_months'),
    Object.hasOwn(given, 'tenure_days'),
  ]
  if (hasMonths && hasDays) {
    return refuse(
      'two-tenures',
      place,
      'Both tenure_months and tenure_days are given; keep the one that was printed.',
    )
  }
  if (!hasMonths && !hasDays) {
    return refuse(
      'no-tenure',
      place,
      'Neither tenure_months nor tenure_days is given; one is needed.',
    )
  }
  const months = tenureDays === undefined ? read.tenure_months : monthsOfDays(tenureDays)
  if (months === undefined || !read.product_variant || !read.payout_type || !read.rate_pa)
    return undefined
  return {
    variant: read.product_variant,
    tenure: months,
    payout: read.payout_type,
    rate: read.rate_pa,
    ...(tenureDays !== undefined && { tenureDays }),
    ...(read.min_deposit !== undefined && { minimumDeposit: read.min_deposit }),
    ...(read.aer !== undefined && { annualEffectiveRate: read.aer }),
    ...(product !== undefined && { product }),
  }
}
