import { canonicalJson } from '../domain/canonical-json.ts'
import { canonicalDecimal, type Decimal } from '../domain/decimal.ts'
import type { Publishing } from '../domain/entry.ts'
import type { Sheet } from '../domain/sheet.ts'

/** The newest publication of the same sheet: the same `scraped_at`, and decimals compared by value. */
export function findDuplicate(
  newestFirst: readonly Publishing[],
  sheet: Sheet,
): Publishing | undefined {
  const candidates = newestFirst.filter((entry) => entry.sheet.scrapedAt === sheet.scrapedAt)
  if (candidates.length === 0) return undefined
  const text = canonicalText(sheet)
  return candidates.find((entry) => canonicalText(entry.sheet) === text)
}

/** Two sheets are equal in every value if they have the same canonical text. */
function canonicalText(sheet: Sheet): string {
  const canonical = (decimal: Decimal | undefined) => decimal && canonicalDecimal(decimal)
  const offers = sheet.offers.map((offer) => ({
    ...offer,
    tenure: canonical(offer.tenure),
    rate: canonical(offer.rate),
    minimumDeposit: canonical(offer.minimumDeposit),
    annualEffectiveRate: canonical(offer.annualEffectiveRate),
  }))
  return canonicalJson({ ...sheet, offers })
}
