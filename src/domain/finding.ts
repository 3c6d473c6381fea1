import type { Decimal } from './decimal.ts'
import type { Tier } from './offer.ts'

/** Something that a rule of the gate found odd about a rate sheet. */
export type Finding = {
  readonly rule: string
  /** Absent if the finding is about the whole sheet or a whole variant. */
  readonly tier?: Tier
  /** The standing rate of the tier. */
  readonly was?: Decimal
  /** The rate that the sheet lists for the tier. */
  readonly now?: Decimal
  /** One sentence for a person: what is odd, with the figures and the limit. */
  readonly message: string
}
