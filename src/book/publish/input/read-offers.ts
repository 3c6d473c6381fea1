import {
  compareTerms,
  compareTiers,
  keyOf,
  tierKeyOf,
  type Offer,
  type Terms,
  type Variant,
} from '../../../domain/offer.ts'
import { decimal, text, optional, readObject, required } from './fields.ts'
import type { Refuse } from './problem.ts'
import { deposit, readTerms, termsShape, upTo } from './read-terms.ts'

/** The maximum number of offers in one sheet. */
const offerLimit = 10_000
/** The most terms that a sheet may leave alone: each is compared with each standing offer. */
const leavesLimit = 1_000

/** The location of the offer at an index, for problem messages. */
export type LocationOf = (index: number) => string

/** A rate in percent per annum. */
export const rate = decimal('rate', upTo('1000'), 'above 0 and at most 1000 percent')
// Interest that is paid out and reinvested makes far more than 1,000 % of a rate near it.
const effectiveRate = decimal(
  'annual effective rate',
  upTo('1000000'),
  'above 0 and at most 1000000 percent',
)

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
    const terms = read && readTerms(read, item as Record<string, unknown>, location, refuse)
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
  const { tenure_days: tenureDays, tenure_to_days: tenureToDays, product } = read
  const terms = readTerms(read, item as Record<string, unknown>, location, refuse)
  if (terms === undefined || !read.rate_pa) return undefined
  return {
    ...terms,
    rate: read.rate_pa,
    ...(tenureDays !== undefined && { tenureDays }),
    ...(tenureToDays !== undefined && { tenureToDays }),
    ...(read.min_deposit !== undefined && { minimumDeposit: read.min_deposit }),
    ...(read.aer !== undefined && { annualEffectiveRate: read.aer }),
    ...(product !== undefined && { product }),
  }
}
