import type { SheetDraft } from '../../domain/entry.ts'
import { sameDecimal, canonicalDecimal, type Decimal } from '../../domain/decimal.ts'
import {
  keyOf,
  termsOf,
  type Terms,
  type Offer,
  type Sheet,
  withdrawsUnlisted,
} from '../../domain/offer.ts'
import { changesOfSheet } from '../market/changes.ts'
import type { InstitutionBook } from '../market/market.ts'
import { continueSeries, type MatchedOffer } from '../market/continue-series.ts'
import { standingTier } from '../market/standing.ts'
import { canonicalJson } from '../../domain/json.ts'
import { retractedIn } from '../market/believed-sheets.ts'

/** Computes what an entry says about a sheet: its offers, in the printing that the book already has, and its changes in tier order. */
export function enteredSheet(
  book: InstitutionBook,
  sheet: Sheet,
): Pick<SheetDraft, 'sheet' | 'changes'> {
  const firstTermsOf = firstPrintings(book, sheet)
  const matched = continueSeries(book, sheet).map((match) =>
    keepPrintings(book, match, firstTermsOf),
  )
  const leaves = sheet.leaves?.map(firstTermsOf)
  return {
    sheet: {
      ...sheet,
      ...(leaves !== undefined && { leaves }),
      offers: matched.map(({ offer }) => offer),
    },
    changes: changesOfSheet(book, sheet, matched),
  }
}

/** Terms with the first printing of their tenures, also of withdrawn ones. So tenures compare as text in entries. */
function firstPrintings(
  { published }: InstitutionBook,
  { offers }: Sheet,
): (terms: Terms) => Terms {
  const listed = Map.groupBy(offers, keyOf)
  return (terms) => {
    const key = keyOf(terms)
    return termsOf(published.terms.get(key) ?? listed.get(key)?.[0] ?? terms)
  }
}

/**
 * A value that is only printed differently keeps its first printing: a tenure that of its terms, a deposit that of its tier
 * and a rate that of its series.
 */
function keepPrintings(
  book: InstitutionBook,
  { offer, known }: MatchedOffer,
  firstTermsOf: (terms: Terms) => Terms,
): MatchedOffer {
  const rate = known !== undefined && sameDecimal(known.rate, offer.rate) ? known.rate : offer.rate
  const { minimumDeposit } = standingTier(book.standing, offer) ?? {}
  const keepsDeposit = minimumDeposit !== undefined && offer.minimumDeposit !== undefined
  const first = firstTermsOf(offer)
  return { offer: { ...offer, ...first, ...(keepsDeposit && { minimumDeposit }), rate }, known }
}

/** An earlier publication that makes a sheet needless. `isOther`: it is another sheet of the same reading, which says as much or more. */
export type Duplicate = { readonly position: number; readonly isOther?: true }

/**
 * The earlier publication, if publishing the sheet would change nothing: it is an older sheet of the book or the last one, or it
 * repeats what stands from the same reading (decision 077). Retracted sheets count as never published.
 */
export function findDuplicate(book: InstitutionBook, sheet: Sheet): Duplicate | undefined {
  const retracted = retractedIn(book.entries)
  const readings = book.entries
    .filter((entry) => entry.kind === 'sheet-published')
    .filter((entry) => entry.sheet.scrapedAt === sheet.scrapedAt && !retracted.has(entry.position))
  const text = canonicalText(sheet)
  const same = readings.findLast((entry) => canonicalText(entry.sheet) === text)
  const last = book.publication
  const isOlder = last !== undefined && sheet.scrapedAt < last.sheet.scrapedAt
  // Another sheet with the same `scraped_at` replaced the duplicate, so this sheet is a change (decision 007).
  if (same !== undefined && (isOlder || same.position === last?.position))
    return { position: same.position }
  const reading = same ?? readings.findLast((entry) => entry.sheet.sourceUrl === sheet.sourceUrl)
  if (reading === undefined || !repeatsWhatStands(book, sheet)) return undefined
  return { position: reading.position, ...(reading !== same && { isOther: true }) }
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
    tenureTo: canonical(offer.tenureTo),
    rate: canonical(offer.rate),
    minimumDeposit: canonical(offer.minimumDeposit),
    annualEffectiveRate: canonical(offer.annualEffectiveRate),
  }
}
