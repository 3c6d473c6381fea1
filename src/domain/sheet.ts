import type { Instant } from './instant.ts'
import type { Offer, Variant } from './offer.ts'

/** A rate sheet of one institution, read and validated. Its offers are in terms order. */
export type Sheet = {
  readonly institutionId: string
  readonly sourceUrl: string
  readonly scrapedAt: Instant
  readonly currency: string
  /** Whether the sheet withdraws the offers of the covered variants that it does not list. */
  readonly complete: boolean
  readonly covers: readonly Variant[]
  readonly offers: readonly Offer[]
}
