import { instantText } from '../../../src/domain/instant.ts'
import type { Offer, Terms, Sheet } from '../../../src/domain/offer.ts'

/** Terms with the field names of a rate sheet. */
const termsWords = ({ variant, tenure, tenureTo, payout }: Terms): Record<string, string> => ({
  product_variant: variant,
  tenure_months: tenure,
  ...(tenureTo !== undefined && { tenure_to_months: tenureTo }),
  payout_type: payout,
})

/** An offer with the field names of a rate sheet. */
function offerWords(offer: Offer): Record<string, string | number> {
  return {
    product_variant: offer.variant,
    ...(offer.tenureDays === undefined
      ? { tenure_months: offer.tenure }
      : { tenure_days: offer.tenureDays }),
    ...(offer.tenureToDays !== undefined
      ? { tenure_to_days: offer.tenureToDays }
      : offer.tenureTo !== undefined && { tenure_to_months: offer.tenureTo }),
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
  const { complete, covers, leaves, offers } = sheet
  const left = leaves?.map(termsWords)
  const words = {
    ...headWords(sheet),
    complete,
    covers,
    leaves: left,
    offers: offers.map(offerWords),
  }
  return JSON.stringify(words, undefined, indent)
}

/** How a program writes a CSV. */
export type CsvStyle = {
  readonly separator: string
  readonly lineEnd: string
  readonly hasMark: boolean
  readonly quotesAll: boolean
}

/** Sheets in one CSV, with the fields of its sheet on every line, but for `leaves`. A sheet without offers has no line. */
export function sheetsCsv(sheets: readonly Sheet[], style: CsvStyle): string {
  const { separator, lineEnd, hasMark, quotesAll } = style
  const rows = sheets.flatMap((sheet) =>
    sheet.offers.map((offer): Record<string, string | number> => {
      const { complete, covers } = sheet
      const kind = { complete: String(complete), covers: covers.join(' ') }
      return { ...headWords(sheet), ...kind, ...offerWords(offer) }
    }),
  )
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))]
  const written = (cell: string) => {
    const harmless = /^'*[=+\-@＝＋－＠]/.test(cell) ? `'${cell}` : cell
    return quotesAll || harmless.includes('"') || harmless.includes(separator)
      ? `"${harmless.replaceAll('"', '""')}"`
      : harmless
  }
  const lines = cells.map((line) => line.map(written).join(separator) + lineEnd)
  return (hasMark ? '\uFEFF' : '') + lines.join('')
}
