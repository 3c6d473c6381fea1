import type { Institution } from '../domain/institution.ts'
import { instantText } from '../domain/instant.ts'
import type { Offer, Terms } from '../domain/offer.ts'
import type { Sheet } from '../domain/sheet.ts'

/** Writes a sheet as a JSON rate sheet, so that `audit` can read it again. */
export function serializeSheet({
  offers,
  leaves,
  institutionId,
  sourceUrl,
  scrapedAt,
  ...sheet
}: Sheet): Uint8Array {
  return jsonBytes({
    institution_id: institutionId,
    source_url: sourceUrl,
    scraped_at: instantText(scrapedAt),
    ...sheet,
    leaves: leaves?.map(termsFields),
    offers: offers.map(offerFields),
  })
}

/** The fields of some terms under their names in a rate sheet. */
function termsFields({ variant, tenure, payout }: Terms): Readonly<Record<string, string>> {
  return { product_variant: variant, tenure_months: tenure, payout_type: payout }
}

/** The fields of an offer under their names in a rate sheet. */
export function offerFields(offer: Offer): Readonly<Record<string, string | number | undefined>> {
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

/** Writes an institution as a JSON file for `register`. */
export function serializeInstitution(institution: Institution): Uint8Array {
  const { licenseType, creditRating, ratingAgency, ratingUpdated, staleAfterDays, ...rest } =
    institution
  return jsonBytes([
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

function jsonBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value))
}
