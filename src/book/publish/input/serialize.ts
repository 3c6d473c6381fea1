import { instantText } from '../../../domain/instant.ts'
import type { Institution } from '../../../domain/institution.ts'
import type { Offer, Sheet, Terms } from '../../../domain/offer.ts'
import { escapeFormula } from '../../../domain/text.ts'
import { offerColumns, sheetColumns } from './read-csv.ts'
import { wireNames } from './read-institutions.ts'

/** The fields of a sheet under their names in a JSON rate sheet. */
export function sheetFields({
  offers,
  leaves,
  institutionId,
  sourceUrl,
  scrapedAt,
  ...sheet
}: Sheet): object {
  return {
    institution_id: institutionId,
    source_url: sourceUrl,
    scraped_at: instantText(scrapedAt),
    ...sheet,
    ...(leaves !== undefined && { leaves: leaves.map(termsFields) }),
    offers: offers.map(offerFields),
  }
}

/** The fields of some terms under their names in a rate sheet. */
function termsFields({
  variant,
  tenure,
  tenureTo,
  payout,
}: Terms): Readonly<Record<string, string>> {
  return {
    product_variant: variant,
    tenure_months: tenure,
    ...(tenureTo !== undefined && { tenure_to_months: tenureTo }),
    payout_type: payout,
  }
}

/** The fields of an offer under their names in a rate sheet. */
function offerFields(offer: Offer): Readonly<Record<string, string | number>> {
  const {
    variant,
    tenure,
    tenureDays,
    tenureTo,
    tenureToDays,
    payout,
    rate,
    minimumDeposit,
    annualEffectiveRate,
    ...rest
  } = offer
  return {
    product_variant: variant,
    ...(tenureDays === undefined ? { tenure_months: tenure } : { tenure_days: tenureDays }),
    ...(tenureTo !== undefined &&
      (tenureToDays === undefined
        ? { tenure_to_months: tenureTo }
        : { tenure_to_days: tenureToDays })),
    payout_type: payout,
    rate_pa: rate,
    ...(minimumDeposit !== undefined && { min_deposit: minimumDeposit }),
    ...(annualEffectiveRate !== undefined && { aer: annualEffectiveRate }),
    ...rest,
  }
}

/** Writes an institution as a JSON file for `register`. */
export function serializeInstitution(institution: Institution): Uint8Array {
  const names = new Map<string, string>(Object.entries(wireNames))
  const fields = Object.entries(institution).map(([key, one]) => [names.get(key) ?? key, one])
  return new TextEncoder().encode(JSON.stringify([Object.fromEntries(fields)]))
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
