import type { Institution } from '../domain/institution.ts'
import { instantText } from '../domain/instant.ts'
import type { Offer } from '../domain/offer.ts'
import type { Sheet } from '../domain/sheet.ts'

/** A sheet as the file that somebody would have written, so that `audit` can read it again. */
export function sheetFile({
  offers,
  institutionId,
  sourceUrl,
  scrapedAt,
  ...sheet
}: Sheet): Uint8Array {
  return bytesOf({
    institution_id: institutionId,
    source_url: sourceUrl,
    scraped_at: instantText(scrapedAt),
    ...sheet,
    offers: offers.map(offerWords),
  })
}

function offerWords(offer: Offer): object {
  const {
    variant,
    tenure,
    tenureDays,
    payout,
    rate,
    minimumDeposit,
    annualEffectiveRate,
    ...rest
  } = offer
  return {
    product_variant: variant,
    ...(tenureDays === undefined ? { tenure_months: tenure } : { tenure_days: tenureDays }),
    payout_type: payout,
    rate_pa: rate,
    min_deposit: minimumDeposit,
    aer: annualEffectiveRate,
    ...rest,
  }
}

/** An institution as the file that somebody would have written. */
export function institutionFile(institution: Institution): Uint8Array {
  const { licenseType, creditRating, ratingAgency, ratingUpdated, staleAfterDays, ...rest } =
    institution
  return bytesOf([
    {
      ...rest,
      license_type: licenseType,
      credit_rating: creditRating,
      rating_agency: ratingAgency,
      rating_updated: ratingUpdated,
      stale_after_days: staleAfterDays,
    },
  ])
}

function bytesOf(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value))
}
