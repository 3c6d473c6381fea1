import {
  compareDecimals,
  canonicalDecimal,
  sameDecimal,
  scaleOf,
  type Decimal,
} from '../../../domain/decimal.ts'
import type { Finding, GateLimits } from '../../../domain/gate-limits.ts'
import type { SheetComparison } from '../comparison.ts'
import { deciding, describeTier, rateFinding } from '../rate-finding.ts'
import {
  basisPointsBetween,
  annualEffectiveRateText,
  effectiveRateDifference,
} from '../../../domain/yield.ts'
import { depositOf, keyOf, type Offer } from '../../../domain/offer.ts'

/** Finds rates that no deposit pays: a lost decimal point, or a fraction in place of a percentage. */
export function rateRange(
  { sheet, rows }: SheetComparison,
  limits: GateLimits,
): readonly Finding[] {
  const [lowest, highest] = [limits.lowest_rate.value, limits.highest_rate.value]
  return sheet.offers.flatMap((offer) => {
    const isBelow = compareDecimals(offer.rate, lowest) < 0
    if (!isBelow && compareDecimals(offer.rate, highest) <= 0) return []
    const finding = rateFinding({
      rule: 'rate-out-of-range',
      tier: offer,
      was: rows.find((row) => row.offer === offer)?.before.rate,
      now: offer.rate,
      limit: deciding(isBelow ? 'lowest_rate' : 'highest_rate', limits),
      message: `The rate of ${describeTier(offer)} is ${offer.rate} %; rates from ${lowest} % to ${highest} % are expected.`,
    })
    return [finding]
  })
}

/** The most decimals of a rate, without zeros at the end. */
const mostDecimals = 4

/** Finds rates with more decimals than pages print, such as 8.290000000000001: the tail of binary arithmetic. */
export function decimalTails({ sheet, rows }: SheetComparison): readonly Finding[] {
  return sheet.offers
    .filter(({ rate }) => scaleOf(canonicalDecimal(rate)) > mostDecimals)
    .map((offer) =>
      rateFinding({
        rule: 'decimal-tail',
        tier: offer,
        was: rows.find((row) => row.offer === offer)?.before.rate,
        now: offer.rate,
        message: `The rate of ${describeTier(offer)} is ${offer.rate} %; at most ${mostDecimals} decimals are expected.`,
      }),
    )
}

/** A smaller move is a finding, in basis points. */
const smallestMove = '0.01' as Decimal

/** Finds moves that are too small for an institution to have made them. */
export function tinyMoves({ rows }: SheetComparison): readonly Finding[] {
  return rows
    .filter(
      ({ offer: { rate }, before }) =>
        !sameDecimal(rate, before.rate) &&
        compareDecimals(basisPointsBetween(rate, before.rate), smallestMove) < 0,
    )
    .map(({ offer, before }) =>
      rateFinding({
        rule: 'tiny-move',
        tier: offer,
        was: before.rate,
        now: offer.rate,
        message: `The rate of ${describeTier(offer)} moves from ${before.rate} % to ${offer.rate} %, by less than ${smallestMove} basis points.`,
      }),
    )
}

/**
 * Finds rates that do not give the AER printed next to them: one of the two figures, the tenure or the payout is wrong. Interest is
 * compounded as often as it is paid, or `periodsPerYear` times.
 */
export function effectiveRate(
  { sheet, rows }: SheetComparison,
  limits: GateLimits,
  periodsPerYear?: number,
): readonly Finding[] {
  const tolerance = limits.aer_tolerance.value
  const times = periodsPerYear === 1 ? 'once' : `${periodsPerYear} times`
  const compounded = periodsPerYear === undefined ? '' : `, compounded ${times} a year`
  return sheet.offers.flatMap((offer) => {
    const { annualEffectiveRate: printed, rate } = offer
    if (printed === undefined) return []
    const terms = { ...offer, periodsPerYear }
    const difference = effectiveRateDifference(terms, printed)
    if (compareDecimals(difference, tolerance) <= 0) return []
    const finding = rateFinding({
      rule: 'effective-rate',
      tier: offer,
      was: rows.find((row) => row.offer === offer)?.before.rate,
      now: rate,
      limit: deciding('aer_tolerance', limits),
      message: `The AER of ${describeTier(offer)} is printed as ${printed} %, but the rate ${rate} % gives ${annualEffectiveRateText(terms)} %${compounded}; a difference of ${tolerance} is allowed.`,
    })
    return [finding]
  })
}

/** Finds senior rates below the general rate of the sheet, or too far above it. */
export function seniorRates(
  { sheet, rows }: SheetComparison,
  limits: GateLimits,
): readonly Finding[] {
  const seniorExcess = limits.senior_excess.value
  return pairs(sheet.offers).flatMap(({ senior, general }) => {
    const points = basisPointsBetween(senior.rate, general.rate)
    const isBelow = compareDecimals(senior.rate, general.rate) < 0
    if (!isBelow && compareDecimals(points, seniorExcess) <= 0) return []
    const limit = isBelow ? 'it should not be below' : `at most ${seniorExcess} above are expected`
    const finding = rateFinding({
      rule: isBelow ? 'senior-below-general' : 'senior-far-above-general',
      tier: senior,
      was: rows.find(({ offer }) => offer === senior)?.before.rate,
      now: senior.rate,
      ...(!isBelow && { limit: deciding('senior_excess', limits) }),
      message: `The rate of ${describeTier(senior)} is ${senior.rate} %, ${points} basis points ${isBelow ? 'below' : 'above'} the general rate of ${general.rate} %; ${limit}.`,
    })
    return [finding]
  })
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
