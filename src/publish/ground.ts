import { canonicalJson } from '../domain/canonical-json.ts'
import { canonicalDecimal, type Decimal } from '../domain/decimal.ts'
import type { Entry, Head, Publishing } from '../domain/entry.ts'
import type { Sheet } from '../domain/sheet.ts'
import { keyOf, type Terms, type TermsKey } from '../domain/offer.ts'
import { evolveInstitution } from '../market/evolve.ts'
import type { InstitutionBook, Market } from '../market/market.ts'
import { seriesOf, type Series } from '../market/series.ts'
import type { BookReader } from '../store/store.ts'

/** What deciding about a sheet needs of a book. */
export type Ground = {
  readonly head: Head
  readonly currency: string | undefined
  /** The book of the sheet's institution, if it is registered. */
  readonly book: InstitutionBook | undefined
  readonly lastKnown: LastKnown
  /** The position of the same sheet, if it is the institution's last, or older than that. */
  readonly twin?: number | undefined
}

/** The headline rate of some terms of the institution that is last known, standing or not, and their first printing. */
export type LastKnown = (terms: Terms) => Pick<Series, 'terms' | 'rate'> | undefined

/** What deciding about a sheet of an institution needs of a book that is in memory. */
export function groundIn(market: Market, institutionId = ''): Ground {
  const { currency, institutions, records } = market
  const lastKnown: LastKnown = (terms) => seriesOf(records, institutionId, terms)
  return { head: market, currency, book: institutions.get(institutionId), lastKnown }
}

/** Reads what deciding about a sheet, or about an institution, needs. */
export async function groundOf(
  reader: BookReader,
  institutionId: string | undefined,
  sheet?: Sheet,
): Promise<Ground> {
  const text = sheet && textOf(sheet)
  let book: InstitutionBook | undefined
  const publications: Publishing[] = []
  let twin: number | undefined
  if (institutionId !== undefined) {
    for await (const entries of reader.entries(0, institutionId)) {
      for (const entry of entries) {
        book = evolveInstitution(book, entry)
        if (entry.kind === 'sheet-published') publications.push(entry)
        if (isTwin(entry, sheet, text)) twin = entry.position
      }
    }
  }
  const last = book?.publication
  // Two sheets of one instant, of which the other stands: this one is published again.
  const isPast =
    twin === last?.position || (sheet && last && sheet.scrapedAt < last.sheet.scrapedAt)
  const head = await reader.head()
  const currency = await reader.currency()
  const ground = { head, currency, book, lastKnown: lastKnownOf(publications) }
  return isPast === true ? { ...ground, twin } : ground
}

/**
 * Reads backwards, and no further than until the terms are found that are asked for: what changed lately stands in the last of
 * the hundreds of sheets of a long book; only what is new, or stood still for long, takes reading all. Every printing of a
 * tenure is that of its first (`diff.ts`).
 */
function lastKnownOf(publications: readonly Publishing[]): LastKnown {
  const known = new Map<TermsKey, { readonly terms: Terms; readonly rate: Decimal }>()
  let unread = publications.length
  return (terms) => {
    const key = keyOf(terms)
    while (unread > 0 && !known.has(key)) {
      unread--
      for (const change of publications[unread]?.changes ?? []) {
        const itsKey = keyOf(change)
        if (change.direction === 'withdrawn' || known.has(itsKey)) continue
        const { variant, tenure, payout, rate } = change
        known.set(itsKey, { terms: { variant, tenure, payout }, rate })
      }
    }
    return known.get(key)
  }
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
