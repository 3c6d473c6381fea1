import { scaleOf, unitsOf, type Decimal } from '../../domain/decimal.ts'

/**
 * A printed figure times the factor that the source names, exact. A power of ten moves the point and keeps the printed digits:
 * `0.0370` times `100` is `3.70`.
 */
export function scaleFigure(figure: Decimal, factor: Decimal): Decimal {
  const shift = /^10*$/.test(factor) ? factor.length - 1 : 0
  const scale = scaleOf(figure) + scaleOf(factor)
  const product = unitsOf(figure, scaleOf(figure)) * unitsOf(factor, scaleOf(factor))
  const kept = Math.max(0, scale - shift)
  // Only zeros are dropped: the product ends in as many as the factor has.
  return withPoint(product / 10n ** BigInt(scale - kept), kept)
}

function withPoint(units: bigint, scale: number): Decimal {
  const digits = String(units).padStart(scale + 1, '0')
  if (scale === 0) return digits as Decimal
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}` as Decimal
}
