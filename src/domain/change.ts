import type { Decimal } from './decimal.ts'
import type { Terms } from './offer.ts'

/** The directions of a rate history record, in the order of the specification, part 2. */
export const directions = ['initial', 'up', 'down', 'flat'] as const
export type Direction = (typeof directions)[number]

/** A change of a headline rate. `previous` equals `rate` if `direction` is `initial`. */
export type RateChange = Terms & {
  readonly direction: Direction
  readonly previous: Decimal
  readonly rate: Decimal
}

/** The end of an offer. The book keeps it, but it is not a record of the rate history. */
export type Withdrawal = Terms & {
  readonly direction: 'withdrawn'
  readonly previous: Decimal
}

/** A change that a publication makes to one set of terms. */
export type Change = RateChange | Withdrawal
