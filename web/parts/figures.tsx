import { canonicalDecimal, scaleOf, withPlaces, type Decimal } from '../../src/domain/decimal.ts'
import { decimal } from '../words.ts'

type FigureProps = {
  readonly value: string
  /** The most digits after the point in the same column. */
  readonly places?: number
  readonly unit?: string
}

/** A rate in the digits that matter, two at least, with room for those of its neighbours: points stand below points. */
export function Figure({ value, places = 2, unit }: FigureProps) {
  const text = rateText(value)
  const missing = places - scaleOf(text as Decimal)
  return (
    <span class="figure">
      {text}
      {unit !== undefined && <span class="unit">{unit}</span>}
      {missing > 0 && (
        <span class="filler" aria-hidden="true">
          {'0'.repeat(missing)}
        </span>
      )}
    </span>
  )
}

/** A rate with two digits after the point, or with all that it has. */
export function rateText(value: string): string {
  return withPlaces(canonicalDecimal(decimal(value)), 2)
}

/** The most digits after the point that figures of a column show. */
export function placesOf(values: readonly string[]): number {
  return Math.max(2, ...values.map((value) => scaleOf(rateText(value) as Decimal)))
}

/** An amount of money with its thousands apart, whole where it is whole. */
export function moneyText(value: string): string {
  const [whole = '', fraction = ''] = value.split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return /[1-9]/.test(fraction) ? `${grouped}.${fraction}` : grouped
}

/** An amount to the cent. */
export function centsText(value: string): string {
  const [whole = '', fraction = ''] = value.split('.')
  return `${moneyText(whole)}.${fraction.padEnd(2, '0')}`
}
