import type { Institution } from '../../domain/institution.ts'
import { instantText } from '../../domain/instant.ts'
import type { Offer, Terms } from '../../domain/offer.ts'
import type { Sheet } from '../../domain/sheet.ts'
import { escapeFormula, offerColumns, sheetColumns } from './csv-rows.ts'

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
function offerFields(offer: Offer): Readonly<Record<string, string | number | undefined>> {
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

/** Sheets as one CSV (RFC 4180) that `publish` can read. Each covers all variants. */
export function writeCsv(sheets: readonly Sheet[]): string {
  const columns = [...sheetColumns.filter((column) => column !== 'covers'), ...offerColumns]
  const rows = sheets.flatMap((sheet) =>
    sheet.offers.map((offer): Readonly<Record<string, string | number | boolean | undefined>> => ({
      institution_id: sheet.institutionId,
      source_url: sheet.sourceUrl,
      scraped_at: instantText(sheet.scrapedAt),
      currency: sheet.currency,
      complete: sheet.complete,
      ...offerFields(offer),
    })),
  )
  const lines = rows.map((row) => columns.map((column) => cellOf(row[column])).join(','))
  return [columns.join(','), ...lines, ''].join('\r\n')
}

function cellOf(value: string | number | boolean | undefined): string {
  const cell = escapeFormula(String(value ?? ''))
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
