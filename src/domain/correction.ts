import type { Decimal } from './decimal.ts'
import type { Tier } from './offer.ts'

/** Why a published figure was wrong. */
export const causes = ['misread', 'misprint', 'wrong-page', 'late', 'source-restated'] as const
export type Cause = (typeof causes)[number]

/** A published figure and the one that replaces it. The tier is that of the corrected sheet. */
export type CorrectedFigure = Tier & {
  /** The published rate; absent if the sheet had withdrawn the offer. */
  readonly was?: Decimal
  /** The right rate; absent if there was no such offer. */
  readonly now?: Decimal
}

/** Names figures of a published sheet as wrong. */
export type Correction = {
  /** The position of the sheet. */
  readonly of: number
  /** Whether the whole sheet is retracted: it then counts as never published. */
  readonly isRetraction: boolean
  readonly cause: Cause
  /** In tier order. */
  readonly figures: readonly CorrectedFigure[]
}
