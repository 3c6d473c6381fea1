import type { Decimal } from './decimal.ts'
import type { Terms } from './offer.ts'

/** The directions of a rate history record, in the order of the specification, part 2. */
export const directions = ['initial', 'up', 'down', 'flat'] as const
export type Direction = (typeof directions)[number]

/** A headline rate entered in the history: `previous` equals `rate` when it is the first of its terms. */
export type RateChange = Terms & {
  readonly direction: Direction
  readonly previous: Decimal
  readonly rate: Decimal
}

/** Terms that are no longer offered: kept in the book, but no record of the history. */
export type Withdrawal = Terms & {
  readonly direction: 'withdrawn'
  readonly previous: Decimal
}

/** What one publication did to one set of terms. */
export type Change = RateChange | Withdrawal
