import { compareProducts, sameDecimal } from '../../domain/decimal.ts'
import type { Finding } from '../../domain/finding.ts'
import type { ComparedRow, SheetComparison } from '../comparison.ts'
import type { GateLimits } from '../limits.ts'

/** Finds a sheet whose rates are all in another unit than the standing ones, such as a fraction or a rate per month. */
export function oneFactor(
  { rows }: SheetComparison,
  { unitFactorFrom: from, unitFactorSpread }: GateLimits,
): readonly Finding[] {
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
  const { offer, before } = least
  const message = `Every standing rate on the sheet ${isUp ? 'rises' : 'falls'} by about the same factor, such as from ${before.rate} % to ${offer.rate} %; from a factor of ${from}, the unit is probably wrong.`
  return [{ rule: 'one-factor', message }]
}

/** Orders rows by the factor of their move, without a division. */
function compareFactors(a: ComparedRow, b: ComparedRow): number {
  return compareProducts([a.offer.rate, b.before.rate], [b.offer.rate, a.before.rate])
}

/** Finds a sheet on which most rates move and not each moved rate has an AER that confirms it. */
export function manyMoves(
  { rows }: SheetComparison,
  { rowsForManyMoves }: GateLimits,
): readonly Finding[] {
  const moved = rows.filter(({ offer, before }) => !sameDecimal(offer.rate, before.rate))
  const withoutAer = moved.filter(({ offer }) => offer.annualEffectiveRate === undefined)
  const isMost = rows.length >= rowsForManyMoves && moved.length * 2 > rows.length
  if (!isMost || withoutAer.length === 0) return []
  const message = `Of ${rows.length} standing rates, ${moved.length} move, ${withoutAer.length} of them without a printed AER; if more than half move, each needs one.`
  return [{ rule: 'many-moves', message }]
}
