import type { Day } from './day.ts'
import type { Decimal } from './decimal.ts'

/** Whether and how a deposit is insured. */
export const insuranceStatuses = [
  'insured_up_to',
  'guaranteed_by_state',
  'not_insured',
  'unknown',
] as const

/** How deposits are insured, at one institution or by default at all of a type. */
export type Insurance = {
  readonly status: (typeof insuranceStatuses)[number]
  /** The limit for one depositor and its currency, only of `insured_up_to`. */
  readonly amount?: Decimal
  readonly currency?: string
  /** The name of the scheme, such as `KDIC`. */
  readonly scheme?: string
  /** A page that explains it. */
  readonly address?: string
  readonly since?: Day
}
