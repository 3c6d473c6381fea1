import { Decimal as Exact } from 'decimal.js'
import type { Decimal } from '../../../src/domain/decimal.ts'

Exact.set({ precision: 100, rounding: Exact.ROUND_HALF_UP, toExpPos: 1000, toExpNeg: -1000 })

/** A decimal of decimal.js, the oracle of all computations here. */
export function exact(value: Decimal): Exact {
  return new Exact(value)
}

/** Compares two decimals by value. */
export function compareExact(a: Decimal, b: Decimal): number {
  return exact(a).cmp(b)
}

/** The sum of some values. */
export function sumOf(values: readonly Decimal[]): Exact {
  return values.reduce((sum, value) => sum.plus(value), new Exact(0))
}

/** The number of printed digits after the point, including zeros. */
export function placesOf(value: Decimal): number {
  return (value.split('.')[1] ?? '').length
}

/** A text that is the same for all printings of a value. */
export function valueOf(value: Decimal): string {
  return exact(value).toString()
}
