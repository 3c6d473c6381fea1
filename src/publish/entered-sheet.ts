import type { SheetDraft } from '../domain/entry.ts'
import { sameDecimal } from '../domain/decimal.ts'
import { keyOf, type Terms } from '../domain/offer.ts'
import type { Sheet } from '../domain/sheet.ts'
import { matchOffers, stepsTo } from '../market/diff.ts'
import type { InstitutionBook } from '../market/market.ts'
import type { MatchedOffer } from '../market/match-tiers.ts'
import { changesOfSheet } from '../market/stored-changes.ts'
import { standingTier } from '../market/standing.ts'

/** Computes what an entry says about a sheet: its offers, in the printing that the book already has, and its changes in tier order. */
export function enteredSheet(
  book: InstitutionBook,
  sheet: Sheet,
): Pick<SheetDraft, 'sheet' | 'changes'> {
  const tenureOf = firstTenures(book, sheet)
  const matched = matchOffers(book, sheet).map((match) => keepPrintings(book, match, tenureOf))
  const leaves = sheet.leaves?.map((terms) => ({ ...terms, tenure: tenureOf(terms) }))
  return {
    sheet: {
      ...sheet,
      ...(leaves !== undefined && { leaves }),
      offers: matched.map(({ offer }) => offer),
    },
    changes: changesOfSheet(book, stepsTo(book, sheet, matched)),
  }
}

/** The first printing of the tenure of some terms, also of withdrawn ones. SQL views can therefore compare tenures as text. */
function firstTenures(
  { published }: InstitutionBook,
  { offers }: Sheet,
): (terms: Terms) => Terms['tenure'] {
  const listed = Map.groupBy(offers, keyOf)
  return (terms) => {
    const key = keyOf(terms)
    return (published.terms.get(key) ?? listed.get(key)?.[0] ?? terms).tenure
  }
}

/**
 * A value that is only printed differently keeps its first printing: a tenure that of its terms, a deposit that of its tier
 * and a rate that of its series.
 */
function keepPrintings(
  book: InstitutionBook,
  { offer, known }: MatchedOffer,
  tenureOf: ReturnType<typeof firstTenures>,
): MatchedOffer {
  const rate = known !== undefined && sameDecimal(known.rate, offer.rate) ? known.rate : offer.rate
  const { minimumDeposit } = standingTier(book.standing, offer) ?? {}
  const keepsDeposit = minimumDeposit !== undefined && offer.minimumDeposit !== undefined
  const tenure = tenureOf(offer)
  return { offer: { ...offer, ...(keepsDeposit && { minimumDeposit }), tenure, rate }, known }
}
