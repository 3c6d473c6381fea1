import {
  compareTerms,
  compareTiers,
  keyOf,
  tierKeyOf,
  type Offer,
  type Terms,
  type Variant,
} from '../../../domain/offer.ts'
import { decimal, text, optional, readObject, required, type Field } from './fields.ts'
import type { Refuse } from './problem.ts'
import { checkTerms, deposit, readTerms, termsShape, upTo } from './read-terms.ts'

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

/** Reads the offers of a sheet, or applies its rules to typed ones with `checkOffer`, and sorts them in terms order. */
export function readOffers<Item>(
  listed: readonly Item[],
  covered: readonly Variant[],
  locationOf: LocationOf,
  refuse: Refuse,
  read: (item: Item, location: string, refuse: Refuse) => Offer | undefined = readOffer,
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
    const offer = read(item, location, refuse)
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

/** Reads the terms that a sheet leaves alone, or applies its rules to typed ones with `checkTerms`, and sorts them. */
export function readLeaves<Item>(
  listed: readonly Item[],
  { covered, offers }: { readonly covered: readonly Variant[]; readonly offers: readonly Offer[] },
  refuse: Refuse,
  read: (item: Item, location: string, refuse: Refuse) => Terms | undefined = readLeft,
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
    const terms = read(item, location, refuse)
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

function readLeft(item: unknown, location: string, refuse: Refuse): Terms | undefined {
  const read = readObject(item, termsShape, location, refuse)
  return read && readTerms(read, item as Record<string, unknown>, location, refuse)
}

function readOffer(item: unknown, location: string, refuse: Refuse): Offer | undefined {
  const read = readObject(item, offerShape, location, refuse)
  if (read === undefined) return undefined
  const terms = readTerms(read, item as Record<string, unknown>, location, refuse)
  return offerOf(terms, {
    tenureDays: read.tenure_days,
    tenureToDays: read.tenure_to_days,
    rate: read.rate_pa,
    minimumDeposit: read.min_deposit,
    annualEffectiveRate: read.aer,
    product: read.product,
  })
}

/** Applies the rules of offers to a typed one. Problems have the names of a JSON rate sheet. */
export function checkOffer(offer: Offer, location: string, refuse: Refuse): Offer | undefined {
  const ifGiven = <T>(field: Field<T>, value: T | undefined, key: string): T | undefined =>
    value === undefined ? undefined : field(value, `${location}.${key}`, refuse)
  const terms = checkTerms(offer, location, refuse)
  return offerOf(terms, {
    tenureDays: offer.tenureDays,
    tenureToDays: offer.tenureTo === undefined ? undefined : offer.tenureToDays,
    rate: rate(offer.rate, `${location}.rate_pa`, refuse),
    annualEffectiveRate: ifGiven(effectiveRate, offer.annualEffectiveRate, 'aer'),
    minimumDeposit: ifGiven(deposit, offer.minimumDeposit, 'min_deposit'),
    product: ifGiven(text, offer.product, 'product'),
  })
}

type OfferValues = { readonly [Key in Exclude<keyof Offer, keyof Terms>]?: Offer[Key] | undefined }

function offerOf(terms: Terms | undefined, values: OfferValues): Offer | undefined {
  const {
    tenureDays,
    tenureToDays,
    rate: read,
    minimumDeposit,
    annualEffectiveRate,
    product,
  } = values
  if (terms === undefined || read === undefined) return undefined
  return {
    ...terms,
    rate: read,
    ...(tenureDays !== undefined && { tenureDays }),
    ...(tenureToDays !== undefined && { tenureToDays }),
    ...(minimumDeposit !== undefined && { minimumDeposit }),
    ...(annualEffectiveRate !== undefined && { annualEffectiveRate }),
    ...(product !== undefined && { product }),
  }
}
