import { canonicalJson } from '../domain/canonical-json.ts'
import { canonicalDecimal, type Decimal } from '../domain/decimal.ts'
import type { Publishing } from '../domain/entry.ts'
import type { Sheet } from '../domain/sheet.ts'

/** Of an institution's publications, the newest first, the one of the same sheet: read at the same instant, and the same in every value, whatever its printing. */
export function twinOf(newest: readonly Publishing[], sheet: Sheet): Publishing | undefined {
  const sameInstant = newest.filter((entry) => entry.sheet.scrapedAt === sheet.scrapedAt)
  if (sameInstant.length === 0) return undefined
  const text = textOf(sheet)
  return sameInstant.find((entry) => textOf(entry.sheet) === text)
}

/** A text that two sheets have in common if they are equal in every value. */
function textOf(sheet: Sheet): string {
  const value = (decimal: Decimal | undefined) => decimal && canonicalDecimal(decimal)
  const offers = sheet.offers.map((offer) => ({
    ...offer,
    tenure: value(offer.tenure),
    rate: value(offer.rate),
    minimumDeposit: value(offer.minimumDeposit),
    annualEffectiveRate: value(offer.annualEffectiveRate),
  }))
  return canonicalJson({ ...sheet, offers })
}
