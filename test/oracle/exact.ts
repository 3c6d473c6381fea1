import { Decimal as Exact } from 'decimal.js'
import type { Decimal } from '../../src/domain/decimal.ts'

Exact.set({ precision: 100, rounding: Exact.ROUND_HALF_UP, toExpPos: 1000, toExpNeg: -1000 })

/** A decimal as decimal.js has it, the oracle of everything that is computed here. */
export function exact(value: Decimal): Exact {
  return new Exact(value)
}

/** How two decimals compare in value. */
export function compareExact(a: Decimal, b: Decimal): number {
  return exact(a).cmp(b)
}

/** The sum of some values. */
export function sumOf(values: readonly Decimal[]): Exact {
  return values.reduce((sum, value) => sum.plus(value), new Exact(0))
}

/** Digits printed after the point, zeros too. */
export function placesOf(value: Decimal): number {
  return (value.split('.')[1] ?? '').length
}

/** A text of one value, whatever its printing. */
export function valueOf(value: Decimal): string {
  return exact(value).toString()
}
