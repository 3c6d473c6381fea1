import { rangeOf } from '../../../domain/applies-to.ts'
import {
  compareDecimals,
  monthsOfBound,
  monthsOfDays,
  type Decimal,
} from '../../../domain/decimal.ts'
import {
  compareTerms,
  compareTiers,
  keyOf,
  payouts,
  tierKeyOf,
  variants,
  type Offer,
  type Terms,
  type Tier,
  type Variant,
} from '../../../domain/offer.ts'
import { tenureWords, tierWords } from '../../../domain/tenure.ts'
import {
  decimal,
  describeValue,
  oneOf,
  optional,
  readObject,
  required,
  text,
  wholeNumber,
  type Field,
  type Read,
} from './fields.ts'
import type { Refuse } from './problem.ts'

/** A product variant. */
export const variant = oneOf('variant', variants)

/** A payout. */
const payout = oneOf('payout', payouts)

/** A check of a decimal: above zero, and at most a limit. */
const upTo = (most: string) => (value: Decimal) =>
  compareDecimals(value, '0' as Decimal) > 0 && compareDecimals(value, most as Decimal) <= 0

const months = decimal('tenure', upTo('1200'), 'above 0 and at most 1200 months')

/** Days as people write them: `360d`, `360 days`. */
export const inDays = /^(\d+) ?d(?:ays?)?$/i

/** A tenure in months. */
const tenure: Field<Decimal> = (value, location, refuse) => {
  const [, count] = (typeof value === 'string' && inDays.exec(value)) || []
  const [key] = /tenure(?:_to)?_months$/.exec(location) ?? []
  if (count === undefined || key === undefined) return months(value, location, refuse)
  const message = `${describeValue(value)} is in days; leave ${key} out and give ${key.replace('months', 'days')} ${count}.`
  return refuse('bad-decimal', location, message)
}
const days = wholeNumber('tenure in days', 1, 36_500)
/** A minimum deposit. */
const deposit = decimal('minimum deposit', () => true, 'zero or more')

/** The keys of some terms. */
const termsShape = {
  product_variant: required(variant),
  tenure_months: optional(tenure),
  tenure_days: optional(days),
  tenure_to_months: optional(tenure),
  tenure_to_days: optional(days),
  payout_type: required(payout),
}

/** The values of `termsShape`; one that is absent or was refused is `undefined`. */
type ReadTerms = Partial<Read<typeof termsShape>>

/** The terms of an object that was read; `undefined` if a part of them was refused. */
function readTerms(
  read: ReadTerms,
  given: Readonly<Record<string, unknown>>,
  location: string,
  refuse: Refuse,
): Terms | undefined {
  const [lower, upper] = [unitsGiven(given, 'tenure'), unitsGiven(given, 'tenure_to')]
  for (const units of [lower, upper]) {
    if (units.length === 2) {
      const message = `Both ${units.join(' and ')} are given; keep the one that was printed.`
      return refuse('two-tenures', location, message)
    }
  }
  if (lower.length === 0) {
    const message = 'Neither tenure_months nor tenure_days is given; give one of them.'
    return refuse('no-tenure', location, message)
  }
  return termsOf(read, upper.length > 0, location, refuse)
}

/** Applies the rules of terms to typed ones. Problems have the names of a JSON rate sheet. */
export function checkTerms(
  { variant: named, tenure: from, tenureDays, tenureTo, tenureToDays, payout: paid }: OfferTerms,
  location: string,
  refuse: Refuse,
): Terms | undefined {
  const at = (key: string): string => `${location}.${key}`
  const isRange = tenureTo !== undefined
  const read = {
    product_variant: variant(named, at('product_variant'), refuse),
    ...(tenureDays === undefined
      ? { tenure_months: tenure(from, at('tenure_months'), refuse) }
      : { tenure_days: days(tenureDays, at('tenure_days'), refuse) }),
    ...(isRange &&
      (tenureToDays === undefined
        ? { tenure_to_months: tenure(tenureTo, at('tenure_to_months'), refuse) }
        : { tenure_to_days: days(tenureToDays, at('tenure_to_days'), refuse) })),
    payout_type: payout(paid, at('payout_type'), refuse),
  }
  return termsOf(read, isRange, location, refuse)
}

type OfferTerms = Terms & Partial<Pick<Offer, 'tenureDays' | 'tenureToDays'>>

function termsOf(
  read: ReadTerms,
  isRange: boolean,
  location: string,
  refuse: Refuse,
): Terms | undefined {
  const { product_variant, payout_type } = read
  const inMonths = isRange ? monthsOfBound : monthsOfDays
  const [days, toDays] = [read.tenure_days, read.tenure_to_days]
  const tenure = days === undefined ? read.tenure_months : inMonths(days)
  const tenureTo = toDays === undefined ? read.tenure_to_months : inMonths(toDays)
  if (tenure === undefined || !product_variant || !payout_type) return undefined
  const terms = { variant: product_variant, tenure, payout: payout_type }
  if (!isRange) return terms
  return tenureTo && rangeTerms({ ...terms, tenureTo }, location, refuse)
}

/** The keys by which a tenure or an upper bound is given. */
function unitsGiven(
  given: Readonly<Record<string, unknown>>,
  bound: 'tenure' | 'tenure_to',
): readonly string[] {
  return [`${bound}_months`, `${bound}_days`].filter((key) => Object.hasOwn(given, key))
}

/** The terms of a range; `undefined` after a refusal, if it does not end after it starts. */
function rangeTerms<T extends Terms>(terms: T, location: string, refuse: Refuse): T | undefined {
  const { from, to } = rangeOf(terms)
  if (from < to) return terms
  const { tenure, tenureTo = tenure } = terms
  return refuse(
    'not-a-range',
    location,
    `The range from ${tenureWords({ tenure })} to ${tenureWords({ tenure: tenureTo })} does not end after it starts; leave the upper bound out for one tenure.`,
  )
}

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
    const message = `The sheet lists ${listed.length} offers; the maximum is ${offerLimit}.`
    refuse('too-many-offers', 'offers', message)
    return []
  }
  const refuseRepeated = repetitions(covered, 'terms and minimum deposit are', refuse)
  return listed
    .flatMap((item, index) => {
      const offer = read(item, locationOf(index), refuse)
      if (offer !== undefined) refuseRepeated(offer, tierKeyOf(offer), locationOf(index))
      return offer ?? []
    })
    .toSorted(compareTiers)
}

/** Reads the terms that a sheet leaves alone, or applies its rules to typed ones with `checkTerms`, and sorts them. */
export function readLeaves<Item>(
  listed: readonly Item[],
  { covered, offers }: { readonly covered: readonly Variant[]; readonly offers: readonly Offer[] },
  refuse: Refuse,
  read: (item: Item, location: string, refuse: Refuse) => Terms | undefined = readLeft,
): Terms[] {
  if (listed.length > leavesLimit) {
    const message = `The sheet leaves ${listed.length} terms alone; the maximum is ${leavesLimit}. A partial sheet says nothing of all that it does not list.`
    refuse('too-many-offers', 'leaves', message)
    return []
  }
  const listedKeys = new Set(offers.map(keyOf))
  const refuseRepeated = repetitions(covered, 'terms are', refuse)
  return listed
    .flatMap((item, index) => {
      const location = `leaves[${index}]`
      const terms = read(item, location, refuse)
      if (terms === undefined) return []
      const key = keyOf(terms)
      refuseRepeated(terms, key, location, listedKeys.has(key))
      return [terms]
    })
    .toSorted(compareTerms)
}

/** Refuses terms of a variant that the sheet does not cover, terms that it also lists, and terms that stand twice. */
function repetitions(covered: readonly Variant[], what: string, refuse: Refuse) {
  const seen = new Map<string, string>()
  return ({ variant: named }: Terms, key: string, location: string, isListed = false): void => {
    if (!covered.includes(named))
      refuse('not-covered', location, `The variant ${named} is not listed in covers.`)
    if (isListed) {
      const message = 'The sheet also lists offers for these terms; keep one of the two.'
      refuse('listed-and-left', location, message)
    }
    const earlier = seen.get(key)
    if (earlier !== undefined) {
      const message = `The same ${what} also at ${earlier}; keep one of the two.`
      refuse('duplicate-offer', location, message)
    }
    seen.set(key, earlier ?? location)
  }
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
  if (terms === undefined || values.rate === undefined) return undefined
  const given = Object.entries(values).filter(([, one]) => one !== undefined)
  return { ...terms, ...Object.fromEntries(given) } as Offer
}

/** Reads `general 12 maturity 5000`, `general 12-24 maturity` or `general 360 days maturity`. Returns `undefined` after each refusal. */
export function readTier(text: string, location: string, refuse: Refuse): Tier | undefined {
  const words = tierWords(text)
  if (words.length < 3 || words.length > 4) {
    return refuse(
      'missing-key',
      location,
      'Give the variant, the tenure, the payout and, where there are several, the minimum deposit: "general 12 maturity 5000", "general 360 days maturity", or "general 12-24 maturity" for a range.',
    )
  }
  const [lower, upper] = words[1]?.split(/-(.*)/s) ?? []
  const read = {
    variant: variant(words[0], location, refuse),
    tenure: tenure(lower, location, refuse),
    payout: payout(words[2], location, refuse),
  }
  const tenureTo = upper === undefined ? undefined : tenure(upper, location, refuse)
  const minimumDeposit = words[3] === undefined ? undefined : deposit(words[3], location, refuse)
  if (read.variant === undefined || read.tenure === undefined || read.payout === undefined)
    return undefined
  if (words[3] !== undefined && minimumDeposit === undefined) return undefined
  const terms = { variant: read.variant, tenure: read.tenure, payout: read.payout }
  const tier = { ...terms, ...(minimumDeposit !== undefined && { minimumDeposit }) }
  if (upper === undefined) return tier
  return tenureTo && rangeTerms({ ...tier, tenureTo }, location, refuse)
}
