import type { Decimal } from './decimal.ts'
import type { Tier } from './offer.ts'

/** Why a published figure was wrong. */
export const causes = ['misread', 'misprint', 'wrong-page', 'late', 'source-restated'] as const
export type Cause = (typeof causes)[number]

/** A published figure and the one that replaces it. The tier is that of the corrected sheet. */
export type CorrectedFigure = Tier & {
  /** The position of the sheet. */
  readonly of: number
  /** The rate that was believed; absent if the sheet withdrew the offer or a correction took it out. */
  readonly was?: Decimal
  /** The right rate; absent if there was no such offer. For a retracted sheet, the rate that stood before it. */
  readonly now?: Decimal
}

/**
 * Whether readers see a figure: one with neither rate changes nothing. A retraction names such figures too: those that a correction took
 * out of the sheet, and offers that the sheet ended and that another retraction has taken away since.
 */
export function isListed({ was, now }: CorrectedFigure): boolean {
  return was !== undefined || now !== undefined
}

/** Names figures of published sheets as wrong. */
export type Correction = {
  /** The position of the sheet that was named; later ones may repeat its wrong figure. */
  readonly of: number
  /** Whether the whole sheet is retracted: it then counts as never published. */
  readonly isRetraction: boolean
  readonly cause: Cause
  /** By sheet, and in tier order. */
  readonly figures: readonly CorrectedFigure[]
}
