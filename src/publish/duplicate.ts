import { canonicalJson } from '../domain/canonical-json.ts'
import { canonicalDecimal, type Decimal } from '../domain/decimal.ts'
import { keyOf, type Offer } from '../domain/offer.ts'
import { withdrawsUnlisted, type Sheet } from '../domain/sheet.ts'
import type { InstitutionBook } from '../market/market.ts'
import { retractedIn } from '../market/believed-sheets.ts'
import { standingTier } from '../market/standing.ts'

/**
 * The position of an earlier publication, if publishing the sheet would change nothing: it is an older sheet of the book or the
 * last one, or it repeats what stands from the same reading. Retracted sheets count as never published.
 */
export function findDuplicate(book: InstitutionBook, sheet: Sheet): number | undefined {
  const retracted = retractedIn(book.entries)
  const readings = book.entries
    .filter((entry) => entry.kind === 'sheet-published')
    .filter((entry) => entry.sheet.scrapedAt === sheet.scrapedAt && !retracted.has(entry.position))
  const text = canonicalText(sheet)
  const same = readings.findLast((entry) => canonicalText(entry.sheet) === text)
  const last = book.publication
  const isOlder = last !== undefined && sheet.scrapedAt < last.sheet.scrapedAt
  // Another sheet with the same `scraped_at` replaced the duplicate, so this sheet is a change (decision 007).
  if (same !== undefined && (isOlder || same.position === last?.position)) return same.position
  const reading = readings.findLast((entry) => entry.sheet.sourceUrl === sheet.sourceUrl)
  return repeatsWhatStands(book, sheet) ? reading?.position : undefined
}

/** Whether every listed offer stands as it is listed, from the same reading, and the sheet withdraws nothing. */
function repeatsWhatStands({ standing }: InstitutionBook, sheet: Sheet): boolean {
  const { offers, scrapedAt, sourceUrl } = sheet
  const listed = Map.groupBy(offers, keyOf)
  for (const [key, { offers: stood }] of standing) {
    const count = listed.get(key)?.length ?? 0
    const mayBeAbsent = count === 0 && !withdrawsUnlisted(sheet, stood[0])
    if (count !== stood.length && !mayBeAbsent) return false
  }
  return offers.every((offer) => {
    const known = standing.get(keyOf(offer))
    const stands = standingTier(standing, offer)
    return (
      known?.scrapedAt === scrapedAt &&
      known.sourceUrl === sourceUrl &&
      stands !== undefined &&
      canonicalJson(valuesOf(offer)) === canonicalJson(valuesOf(stands))
    )
  })
}

/** Two sheets are equal in every value if they have the same canonical text. */
function canonicalText(sheet: Sheet): string {
  return canonicalJson({ ...sheet, offers: sheet.offers.map(valuesOf) })
}

/** An offer with its decimals in canonical form. */
function valuesOf(offer: Offer) {
  const canonical = (decimal: Decimal | undefined) => decimal && canonicalDecimal(decimal)
  return {
    ...offer,
    tenure: canonical(offer.tenure),
    rate: canonical(offer.rate),
    minimumDeposit: canonical(offer.minimumDeposit),
    annualEffectiveRate: canonical(offer.annualEffectiveRate),
  }
}
