import { canonicalDecimal, compareDecimals, sameDecimal, scaleOf } from '../../domain/decimal.ts'
import { deciding } from '../../domain/gate-limits.ts'
import { depositOf, keyOf, type Offer } from '../../domain/offer.ts'
import { describeTier } from '../../domain/tenure.ts'
import {
  annualEffectiveRateText,
  basisPointsBetween,
  effectiveRateDifference,
} from '../../domain/yield.ts'
import { foundInOffer, type Check } from './checked-sheet.ts'

/** Finds rates that no deposit pays: a lost decimal point, or a fraction in place of a percentage. */
export const rateRange: Check = ({ limits, ...checked }) => {
  const [lowest, highest] = [limits.lowest_rate.value, limits.highest_rate.value]
  return checked.sheet.offers.flatMap((offer) => {
    const isBelow = compareDecimals(offer.rate, lowest) < 0
    if (!isBelow && compareDecimals(offer.rate, highest) <= 0) return []
    const limit = deciding(isBelow ? 'lowest_rate' : 'highest_rate', limits)
    const message = `The rate of ${describeTier(offer)} is ${offer.rate} %; rates from ${lowest} % to ${highest} % are expected.`
    return [foundInOffer(checked, offer, { limit, message })]
  })
}

/** The most decimals of a rate, without zeros at the end. */
const mostDecimals = 4

/** Finds rates with more decimals than pages print, such as 8.290000000000001: the tail of binary arithmetic. */
export const decimalTails: Check = (checked) =>
  checked.sheet.offers
    .filter(({ rate }) => scaleOf(canonicalDecimal(rate)) > mostDecimals)
    .map((offer) => {
      const message = `The rate of ${describeTier(offer)} is ${offer.rate} %; at most ${mostDecimals} decimals are expected.`
      return foundInOffer(checked, offer, { message })
    })

/**
 * Finds rates that do not give the AER printed next to them: one of the two figures, the tenure or the payout is wrong. Interest is
 * compounded as often as it is paid, or as often as the source says.
 */
export const effectiveRate: Check = ({ limits, collected, ...checked }) => {
  const limit = deciding('aer_tolerance', limits)
  const { periodsPerYear } = collected?.source ?? {}
  const times = periodsPerYear === 1 ? 'once' : `${periodsPerYear} times`
  const compounded = periodsPerYear === undefined ? '' : `, compounded ${times} a year`
  return checked.sheet.offers.flatMap((offer) => {
    const { rate, annualEffectiveRate: printed } = offer
    if (printed === undefined) return []
    const terms = { ...offer, periodsPerYear }
    const difference = effectiveRateDifference(terms, printed)
    if (compareDecimals(difference, limit.value) <= 0) return []
    const message = `The AER of ${describeTier(offer)} is printed as ${printed} %, but the rate ${rate} % gives ${annualEffectiveRateText(terms)} %${compounded}; a difference of ${limit.value} is allowed.`
    return [foundInOffer(checked, offer, { limit, message })]
  })
}

/** Finds senior rates below the general rate of the sheet. */
export const seniorBelow: Check = (checked) =>
  pairs(checked.sheet.offers)
    .filter(({ senior, general }) => compareDecimals(senior.rate, general.rate) < 0)
    .map((pair) => {
      const message = `${besideGeneral(pair, 'below')}; it should not be below.`
      return foundInOffer(checked, pair.senior, { message })
    })

/** Finds senior rates too far above the general rate of the sheet. */
export const seniorFarAbove: Check = ({ limits, ...checked }) => {
  const limit = deciding('senior_excess', limits)
  return pairs(checked.sheet.offers)
    .filter(
      ({ senior, general }) =>
        compareDecimals(senior.rate, general.rate) > 0 &&
        compareDecimals(basisPointsBetween(senior.rate, general.rate), limit.value) > 0,
    )
    .map((pair) => {
      const message = `${besideGeneral(pair, 'above')}; at most ${limit.value} above are expected.`
      return foundInOffer(checked, pair.senior, { limit, message })
    })
}

function besideGeneral({ senior, general }: SeniorPair, where: 'below' | 'above'): string {
  const points = basisPointsBetween(senior.rate, general.rate)
  return `The rate of ${describeTier(senior)} is ${senior.rate} %, ${points} basis points ${where} the general rate of ${general.rate} %`
}

type SeniorPair = { readonly senior: Offer; readonly general: Offer }

/** Senior offers with the general offer of the same minimum deposit; if none has the same, the two headline offers. */
function pairs(offers: readonly Offer[]): readonly SeniorPair[] {
  const tiersOf = Map.groupBy(offers, keyOf)
  return [...tiersOf.values()].flatMap((seniors) => {
    const [headline] = seniors
    if (headline?.variant !== 'senior_citizen') return []
    const generals = tiersOf.get(keyOf({ ...headline, variant: 'general' })) ?? []
    const same = seniors.flatMap((senior) => {
      const general = generals.find((one) => sameDecimal(depositOf(one), depositOf(senior)))
      return general === undefined ? [] : [{ senior, general }]
    })
    if (same.length > 0 || generals[0] === undefined) return same
    return [{ senior: headline, general: generals[0] }]
  })
}
