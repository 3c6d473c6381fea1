import {
  compareDecimals,
  monthsOfBound,
  monthsOfDays,
  type Decimal,
} from '../../../domain/decimal.ts'
import {
  payouts,
  variants,
  type Offer,
  type Payout,
  type Terms,
  type Variant,
  type Tier,
} from '../../../domain/offer.ts'
import { rangeOf } from '../../../domain/applies-to.ts'
import { tenureWords, tierWords } from '../../../domain/tenure.ts'
import {
  decimal,
  describeValue,
  oneOf,
  wholeNumber,
  optional,
  required,
  type Field,
} from './fields.ts'
import type { Refuse } from './problem.ts'

/** A product variant. */
export const variant = oneOf('variant', variants)

/** A payout. */
const payout = oneOf('payout', payouts)

/** A check of a decimal: above zero, and at most a limit. */
export const upTo = (most: string) => (value: Decimal) =>
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
export const deposit = decimal('minimum deposit', () => true, 'zero or more')

/** The keys of some terms. */
export const termsShape = {
  product_variant: required(variant),
  tenure_months: optional(tenure),
  tenure_days: optional(days),
  tenure_to_months: optional(tenure),
  tenure_to_days: optional(days),
  payout_type: required(payout),
}

/** The values of `termsShape`; one that is absent or was refused is `undefined`. */
type ReadTerms = {
  readonly product_variant: Variant | undefined
  readonly tenure_months?: Decimal | undefined
  readonly tenure_days?: number | undefined
  readonly tenure_to_months?: Decimal | undefined
  readonly tenure_to_days?: number | undefined
  readonly payout_type: Payout | undefined
}

/** The terms of an object that was read; `undefined` if a part of them was refused. */
export function readTerms(
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
