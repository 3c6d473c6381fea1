import type { Instant } from './instant.ts'
import type { Offer, Variant } from './offer.ts'

/** What one institution published at one time, read and checked; its offers are in terms order. */
export type Sheet = {
  readonly institutionId: string
  readonly sourceUrl: string
  readonly scrapedAt: Instant
  readonly currency: string
  /** Whether what the sheet does not list, of the variants it covers, is withdrawn. */
  readonly complete: boolean
  readonly covers: readonly Variant[]
  readonly offers: readonly Offer[]
}
