import { instantText } from '../../src/domain/instant.ts'
import type { Offer } from '../../src/domain/offer.ts'
import type { Sheet } from '../../src/domain/sheet.ts'

/** An offer with the field names of a rate sheet. */
function offerWords(offer: Offer): Record<string, string | number> {
  return {
    product_variant: offer.variant,
    ...(offer.tenureDays === undefined
      ? { tenure_months: offer.tenure }
      : { tenure_days: offer.tenureDays }),
    payout_type: offer.payout,
    rate_pa: offer.rate,
    ...(offer.annualEffectiveRate !== undefined && { aer: offer.annualEffectiveRate }),
    ...(offer.minimumDeposit !== undefined && { min_deposit: offer.minimumDeposit }),
    ...(offer.product !== undefined && { product: offer.product }),
  }
}

function headWords({
  institutionId,
  sourceUrl,
  scrapedAt,
  currency,
}: Sheet): Record<string, string> {
  return {
    institution_id: institutionId,
    source_url: sourceUrl,
    scraped_at: instantText(scrapedAt),
    currency,
  }
}

/** A sheet in JSON. */
export function sheetJson(sheet: Sheet, indent: number): string {
  const { complete, covers, offers } = sheet
  const words = { ...headWords(sheet), complete, covers, offers: offers.map(offerWords) }
  return JSON.stringify(words, undefined, indent)
}

/** A sheet in CSV, with the fields of the sheet on every line, and quotes only where necessary or everywhere. */
export function sheetCsv(sheet: Sheet, quotesAll: boolean): string {
  const { complete, covers, offers } = sheet
  const rows: Record<string, string | number>[] = offers.map((offer) => ({
    ...headWords(sheet),
    complete: String(complete),
    covers: covers.join(' '),
    ...offerWords(offer),
  }))
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))]
  const quoted = (cell: string) =>
    quotesAll || /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
  return cells.map((line) => `${line.map(quoted).join(',')}\n`).join('')
}
