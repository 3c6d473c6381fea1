import type { Decimal } from './decimal.ts'
import type { DecidingLimit } from './gate-limits.ts'
import type { Tier } from './offer.ts'

/** Something implausible in a rate sheet, which the gate found. */
export type Finding = {
  /** The name of the rule, as `docs/gate.md` lists it. */
  readonly rule: string
  /** The offer; absent if the finding is about the whole sheet. */
  readonly tier?: Tier
  /** The rate that stands; absent if none does. */
  readonly was?: Decimal
  /** The rate that the sheet lists; absent if it lists none. */
  readonly now?: Decimal
  /** The limit of the book that decided; absent if none did, or in a book of the first format. */
  readonly limit?: DecidingLimit
  /** A sentence for the person who enters the sheet. */
  readonly message: string
}
