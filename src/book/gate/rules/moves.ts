import { counted } from '../../../domain/text.ts'
import {
  compareDecimals,
  compareProducts,
  sameDecimal,
  type Decimal,
} from '../../../domain/decimal.ts'
import type { Finding, GateLimits } from '../../../domain/gate-limits.ts'
import { basisPointsBetween } from '../../../domain/yield.ts'
import type { ComparedRow, SheetComparison } from '../comparison.ts'
import { deciding, describeTier, rateFinding } from '../rate-finding.ts'
import { payouts, variants } from '../../../domain/offer.ts'

/** Finds rates that move far at once. A very large move gives one finding, not also that of a large one. */
export function moves({ rows }: SheetComparison, limits: GateLimits): readonly Finding[] {
  return rows.flatMap((row) => moveFinding(row, limits) ?? [])
}

function moveFinding({ offer, before }: ComparedRow, limits: GateLimits): Finding | undefined {
  const points = basisPointsBetween(offer.rate, before.rate)
  const hasAer = offer.annualEffectiveRate !== undefined
  const large = deciding(hasAer ? 'large_move_with_aer' : 'large_move_without_aer', limits)
  const veryLarge = deciding('very_large_move', limits)
  const isVeryLarge = compareDecimals(points, veryLarge.value) > 0
  if (!isVeryLarge && compareDecimals(points, large.value) < 0) return undefined
  const expected = isVeryLarge
    ? `two people should see a move of more than ${veryLarge.value}`
    : `${hasAer ? 'with' : 'without'} a printed AER, less than ${large.value} is expected`
  return rateFinding({
    rule: isVeryLarge ? 'very-large-move' : 'large-move',
    tier: offer,
    was: before.rate,
    now: offer.rate,
    limit: isVeryLarge ? veryLarge : large,
    message: `The rate of ${describeTier(offer)} moves from ${before.rate} % to ${offer.rate} %, by ${points} basis points; ${expected}.`,
  })
}

/** The factors of the rates count as one if the largest is at most this many times the smallest. */
const unitFactorSpread = '1.1' as Decimal

/** Finds a sheet whose rates are all in another unit than the standing ones, such as a fraction or a rate per month. */
export function oneFactor({ rows }: SheetComparison, limits: GateLimits): readonly Finding[] {
  const limit = deciding('unit_factor', limits)
  const from = limit.value
  const rising = rows.toSorted(compareFactors)
  const [least, most] = [rising[0], rising.at(-1)]
  if (least === undefined || most === undefined) return []
  const isOne =
    compareProducts(
      [most.offer.rate, least.before.rate],
      [unitFactorSpread, least.offer.rate, most.before.rate],
    ) <= 0
  const isUp = compareProducts([least.offer.rate], [from, least.before.rate]) >= 0
  const isDown = compareProducts([most.offer.rate, from], [most.before.rate]) <= 0
  if (!isOne || (!isUp && !isDown)) return []
  // The message of a failed run is public, and the figures that it refuses are not.
  const message = `Every standing rate on the sheet ${isUp ? 'rises' : 'falls'} by about the same factor; from a factor of ${from}, the unit is probably wrong.`
  return [{ rule: 'one-factor', limit, message }]
}

/** Orders rows by the factor of their move, without a division. */
function compareFactors(a: ComparedRow, b: ComparedRow): number {
  return compareProducts([a.offer.rate, b.before.rate], [b.offer.rate, a.before.rate])
}

/** Finds a sheet on which most rates move and not each moved rate has an AER that confirms it. */
export function manyMoves({ rows }: SheetComparison, limits: GateLimits): readonly Finding[] {
  const limit = deciding('many_moves_from', limits)
  const moved = rows.filter(({ offer, before }) => !sameDecimal(offer.rate, before.rate))
  const withoutAer = moved.filter(({ offer }) => offer.annualEffectiveRate === undefined)
  const isMost =
    compareDecimals(`${rows.length}` as Decimal, limit.value) >= 0 && moved.length * 2 > rows.length
  if (!isMost || withoutAer.length === 0) return []
  const message = `Of ${counted(rows.length, 'standing rate')}, ${moved.length} ${moved.length === 1 ? 'moves' : 'move'}, ${withoutAer.length} of them without a printed AER; if more than half move, each needs one.`
  return [{ rule: 'many-moves', limit, message }]
}

/** How many rates must move before the rule applies: two rates may change places by chance. */
const leastMoved = 3

/**
 * Finds rates that stood at other tenures: three quarters or more of those that move at one payout. The labels of the rows have then
 * probably shifted. For interest at maturity the AER shows that, unless it is compounded by periods: then it has nothing of the tenure.
 */
export function ratesAtOtherTenures(
  { rows }: SheetComparison,
  periodsPerYear?: number,
): readonly Finding[] {
  return variants.flatMap((variant) =>
    payouts.flatMap((payout) => {
      if (payout === 'maturity' && periodsPerYear === undefined) return []
      const column = rows.filter(
        ({ offer }) => offer.variant === variant && offer.payout === payout,
      )
      const moved = column.filter(({ offer, before }) => !sameDecimal(offer.rate, before.rate))
      const elsewhere = moved.filter((row) => column.some((other) => stoodAt(other, row)))
      if (moved.length < leastMoved || elsewhere.length * 4 < moved.length * 3) return []
      const message = `Of ${moved.length} ${variant} rates with payout ${payout} that move, ${elsewhere.length} stood at another tenure; the labels of the rows have probably shifted.`
      return [{ rule: 'rates-at-other-tenures', message }]
    }),
  )
}

/** Whether the new rate of a row is the one that stood at the tenure of another row. */
function stoodAt({ before }: ComparedRow, { offer }: ComparedRow): boolean {
  return !sameDecimal(before.tenure, offer.tenure) && sameDecimal(before.rate, offer.rate)
}
