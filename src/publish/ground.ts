import { canonicalJson } from '../domain/canonical-json.ts'
import { canonicalDecimal, type Decimal } from '../domain/decimal.ts'
import type { Entry, Head } from '../domain/entry.ts'
import type { Sheet } from '../domain/sheet.ts'
import { evolveInstitution } from '../market/evolve.ts'
import type { InstitutionBook, Market } from '../market/market.ts'
import { appendRecords, emptyRecords, type Records } from '../market/records.ts'
import type { BookReader } from '../store/store.ts'

/** What deciding about a sheet needs of a book. */
export type Ground = {
  readonly head: Head
  readonly currency: string | undefined
  /** The book of the sheet's institution, if it is registered. */
  readonly book: InstitutionBook | undefined
  /** How its rates moved; that of other institutions may be with it. */
  readonly records: Records
  /** The position of the same sheet, if it is the institution's last, or older than that. */
  readonly twin?: number | undefined
}

/** What deciding about a sheet of an institution needs of a book that is in memory. */
export function groundIn(market: Market, institutionId: string | undefined): Ground {
  const { currency, records } = market
  return { head: market, currency, book: market.institutions.get(institutionId ?? ''), records }
}

/** Reads what deciding about a sheet, or about an institution, needs. */
export async function groundOf(
  reader: BookReader,
  institutionId: string | undefined,
  sheet?: Sheet,
): Promise<Ground> {
  const text = sheet && textOf(sheet)
  let book: InstitutionBook | undefined
  let records = emptyRecords()
  let twin: number | undefined
  if (institutionId !== undefined) {
    for await (const entries of reader.entries(0, institutionId)) {
      for (const entry of entries) {
        book = evolveInstitution(book, entry)
        if (entry.kind === 'sheet-published') records = appendRecords(records, entry)
        if (isTwin(entry, sheet, text)) twin = entry.position
      }
    }
  }
  const last = book?.publication
  // Two sheets of one instant, of which the other stands: this one is published again.
  const isPast =
    twin === last?.position || (sheet && last && sheet.scrapedAt < last.sheet.scrapedAt)
  const ground = { head: await reader.head(), currency: await reader.currency(), book, records }
  return isPast === true ? { ...ground, twin } : ground
}

/** Read at the same instant, and the same in every value; whatever its printing. */
function isTwin(entry: Entry, sheet: Sheet | undefined, text: string | undefined): boolean {
  if (entry.kind !== 'sheet-published' || entry.sheet.scrapedAt !== sheet?.scrapedAt) return false
  return textOf(entry.sheet) === text
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
