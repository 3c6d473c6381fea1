import {
  canonicalDecimal,
  sameDecimal,
  scaleOf,
  withPlaces,
  type Decimal,
} from '../../src/domain/decimal.ts'
import type { RateHistoryRow } from '../api/api.ts'
import { toDecimal } from '../rates/format.ts'

type FigureProps = {
  readonly value: string
  /** The most decimal places of the figures in the same column. */
  readonly places?: number
}

/** A rate. Invisible zeros fill it up to the decimal places of its column, so that the decimal points align. */
export function Figure({ value, places = 2 }: FigureProps) {
  const text = formatRate(value)
  const missing = places - scaleOf(text as Decimal)
  return (
    <span class="figure" translate={false}>
      {text}
      {missing > 0 && (
        <span class="filler" aria-hidden="true">
          {'0'.repeat(missing)}
        </span>
      )}
    </span>
  )
}

/** A rate without trailing zeros, but with at least two decimal places. */
export function formatRate(value: string): string {
  return withPlaces(canonicalDecimal(toDecimal(value)), 2)
}

/** The most decimal places of the rates in a column. */
export function decimalPlaces(values: readonly string[]): number {
  return Math.max(2, ...values.map((value) => scaleOf(formatRate(value) as Decimal)))
}

/** Whether a minimum deposit is stated. The API answers `0.00` where none is. */
export function hasMinimum(deposit: string): boolean {
  return /[1-9]/.test(deposit)
}

type MinimumFields = Pick<RateHistoryRow, 'min_deposit' | 'prev_min_deposit'>

/** Whether the institution moved the tier to another minimum deposit. */
export function movesMinimum({ min_deposit, prev_min_deposit }: MinimumFields): boolean {
  return !sameDecimal(toDecimal(min_deposit), toDecimal(prev_min_deposit))
}
