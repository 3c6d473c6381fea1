import { Decimal as Exact } from 'decimal.js'
import type { Decimal } from '../../../../src/domain/decimal.ts'
import { institutionTypes, type InstitutionType } from '../../../../src/domain/institution.ts'
import {
  payouts,
  variants,
  type Offer,
  type Payout,
  type Variant,
} from '../../../../src/domain/offer.ts'
import { compareExact, exact, placesOf, sumOf } from '../exact.ts'
import { byText, isSame, leastDeposit } from '../slow.ts'
import { applies, headlineOrder } from '../slow-tenure.ts'

// A slow implementation of terms as ranges, written from the design alone by somebody who had not seen the code. Every list is
// scanned in full and every number is exact. An answer is one line of text for each record.

export type OracleOffer = Offer & { readonly institution: string; readonly type: InstitutionType }

/** The filter of a request; a property that is absent or undefined does not restrict. */
export type RangeFilter = {
  readonly tenure?: Decimal | undefined
  readonly variant?: Variant | undefined
  readonly payout?: Payout | undefined
  readonly type?: InstitutionType | undefined
  readonly deposit?: Decimal | undefined
}

type Group = RangeFilter & {
  readonly tenure: Decimal
  readonly variant: Variant
  readonly payout: Payout
}

/** Pads with zeros to at least some places; never removes digits. */
const pad = (value: Decimal | Exact, places: number): string => {
  const text = value.toString() as Decimal
  return exact(text).toFixed(Math.max(places, placesOf(text)))
}

function firstOf(offers: readonly OracleOffer[]): OracleOffer | undefined {
  let first: OracleOffer | undefined
  for (const offer of offers)
    if (first === undefined || headlineOrder(offer, first) < 0) first = offer
  return first
}

function matches(offer: OracleOffer, query: RangeFilter): boolean {
  return (
    (query.type === undefined || offer.type === query.type) &&
    (query.variant === undefined || offer.variant === query.variant) &&
    (query.payout === undefined || offer.payout === query.payout) &&
    (query.tenure === undefined || applies(offer, query.tenure)) &&
    (query.deposit === undefined || compareExact(leastDeposit(offer), query.deposit) <= 0)
  )
}

const institutionsOf = (offers: readonly OracleOffer[]): string[] => [
  ...new Set(offers.map(({ institution }) => institution)),
]

/** Offers of the highest rate; more than one if rates are equal by value. */
const highestRates = (offers: readonly OracleOffer[]): OracleOffer[] =>
  offers.filter((offer) => offers.every((other) => compareExact(other.rate, offer.rate) <= 0))

/** `institution type tenure rate`. A single tenure keeps its printing; a range has the requested tenure. */
export function rangeCompare(offers: readonly OracleOffer[], query: Group): string[] {
  const candidates = offers.filter((offer) => matches(offer, query))
  const shown = institutionsOf(candidates).flatMap((institution) => {
    const own = candidates.filter((offer) => offer.institution === institution)
    return firstOf(query.deposit === undefined ? own : highestRates(own)) ?? []
  })
  return shown
    .toSorted((a, b) => compareExact(b.rate, a.rate) || byText(a.institution, b.institution))
    .map((offer) => {
      const tenure = offer.tenureTo === undefined ? offer.tenure : query.tenure
      return [offer.institution, offer.type, pad(tenure, 2), pad(offer.rate, 3)].join(' ')
    })
}

/**
 * `institution variant tenure upper-bound payout rate deposit`, sorted as text. With a deposit, of each institution's offers for the same terms, or
 * for the requested tenure, only that with the highest rate.
 */
export function rangeCurrent(offers: readonly OracleOffer[], query: RangeFilter): string[] {
  const candidates = offers.filter((offer) => matches(offer, query))
  const isRival = (a: OracleOffer, b: OracleOffer) =>
    a.institution === b.institution &&
    a.variant === b.variant &&
    a.payout === b.payout &&
    (query.tenure !== undefined || (isSame(a.tenure, b.tenure) && isSameUpper(a, b)))
  const shown = candidates.filter((offer) => {
    if (query.deposit === undefined) return true
    return firstOf(highestRates(candidates.filter((other) => isRival(other, offer)))) === offer
  })
  return shown
    .map((offer) =>
      [
        offer.institution,
        offer.variant,
        pad(offer.tenure, 2),
        offer.tenureTo === undefined ? 'null' : pad(offer.tenureTo, 2),
        offer.payout,
        pad(offer.rate, 3),
        pad(leastDeposit(offer), 2),
      ].join(' '),
    )
    .toSorted(byText)
}

const isSameUpper = ({ tenureTo: a }: OracleOffer, { tenureTo: b }: OracleOffer): boolean =>
  a === undefined || b === undefined ? a === b : isSame(a, b)

/** `type variant tenure payout count min median max avg`; `headlines` has one offer of each institution. */
function measure(headlines: readonly OracleOffer[], tenure: Decimal): string {
  const rates = headlines.map(({ rate }) => rate).toSorted(compareExact)
  const places = Math.max(3, ...rates.map(placesOf))
  const [half, isOdd] = [Math.floor(rates.length / 2), rates.length % 2 === 1]
  const middle = rates.slice(isOdd ? half : half - 1, half + 1)
  const [one] = headlines
  const [least, most] = [rates[0], rates.at(-1)]
  if (one === undefined || least === undefined || most === undefined)
    throw new Error('A group has an offer.')
  return [
    one.type,
    one.variant,
    // The tenure has the canonical form of its value, with two places or more.
    pad(exact(tenure), 2),
    one.payout,
    rates.length,
    pad(least, 3),
    sumOf(middle).div(middle.length).toFixed(places),
    pad(most, 3),
    sumOf(rates).div(rates.length).toFixed(places),
  ].join(' ')
}

function groupAt(offers: readonly OracleOffer[], tenure: Decimal): string[] {
  const headlines = institutionsOf(offers).flatMap((institution) => {
    const own = offers.filter((offer) => offer.institution === institution)
    return firstOf(own.filter((offer) => applies(offer, tenure))) ?? []
  })
  return headlines.length === 0 ? [] : [measure(headlines, tenure)]
}

/**
 * Groups at the requested tenure, or at the lower bounds that offers of their type, variant and payout state. Terms order: variant,
 * then tenure, then payout. All offers must belong to active institutions.
 */
export function rangeSummary(offers: readonly OracleOffer[], query: RangeFilter): string[] {
  return institutionTypes.flatMap((type) =>
    variants.flatMap((variant) => {
      const ofVariant = offers.filter((offer) => offer.type === type && offer.variant === variant)
      const asked = ofVariant.filter((offer) => matches(offer, query))
      const stated = query.tenure === undefined ? asked.map(({ tenure }) => tenure) : [query.tenure]
      const tenures = stated.toSorted(compareExact)
      return tenures
        .filter((tenure, index) => index === 0 || !isSame(tenure, tenures[index - 1] ?? tenure))
        .flatMap((tenure) =>
          payouts.flatMap((payout) => {
            const group = asked.filter((offer) => offer.payout === payout)
            const isStated = group.some((offer) => isSame(offer.tenure, tenure))
            return query.tenure !== undefined || isStated ? groupAt(group, tenure) : []
          }),
        )
    }),
  )
}
