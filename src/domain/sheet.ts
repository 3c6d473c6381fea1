import type { Instant } from './instant.ts'
import { keyOf, type Offer, type Terms, type Variant } from './offer.ts'

/** A rate sheet of one institution, read and validated. Its offers are in terms order. */
export type Sheet = {
  readonly institutionId: string
  readonly sourceUrl: string
  readonly scrapedAt: Instant
  readonly currency: string
  /** Whether the sheet withdraws the offers of the covered variants that it does not list. */
  readonly complete: boolean
  readonly covers: readonly Variant[]
  /** The terms that the sheet neither confirms nor withdraws, with all their tiers, in terms order. Absent if there are none. */
  readonly leaves?: readonly Terms[]
  readonly offers: readonly Offer[]
}

/** Whether a sheet withdraws some terms unless it lists them. */
export function withdrawsUnlisted(
  { complete, covers, leaves = [] }: Pick<Sheet, 'complete' | 'covers' | 'leaves'>,
  terms: Terms,
): boolean {
  const isLeft = leaves.some((one) => keyOf(one) === keyOf(terms))
  return complete && covers.includes(terms.variant) && !isLeft
}
