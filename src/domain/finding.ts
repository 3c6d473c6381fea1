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
  /** The limit of the book that decided; absent if none did. */
  readonly limit?: DecidingLimit
  /** A sentence for the person who enters the sheet. */
  readonly message: string
}

/** The rule of a finding, and the limit that decided: `very-large-move, very_large_move 300`. */
export function ruleText({ rule, limit }: Finding): string {
  return limit === undefined ? rule : `${rule}, ${limit.name} ${limit.value}`
}
