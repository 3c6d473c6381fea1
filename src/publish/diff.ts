import { directionBetween, type Change } from '../domain/change.ts'
import { sameDecimal, type Decimal } from '../domain/decimal.ts'
import type { SheetDraft } from '../domain/entry.ts'
import {
  compareTiers,
  depositOf,
  keyOf,
  tierOf,
  type Offer,
  type Terms,
  type Tier,
} from '../domain/offer.ts'
import { withdrawsUnlisted, type Sheet } from '../domain/sheet.ts'
import type { InstitutionBook } from '../market/market.ts'
import { matchTiers, type KnownRate, type MatchedOffer } from '../market/match-tiers.ts'
import { standingTier } from '../market/standing.ts'
import { lastKnownRate } from '../market/series.ts'

/** Computes what an entry says about a sheet: its offers, in the printing that the book already has, and its changes in terms order. */
export function diff(book: InstitutionBook, sheet: Sheet): Pick<SheetDraft, 'sheet' | 'changes'> {
  const matched = [...Map.groupBy(sheet.offers, keyOf)].flatMap(([key, listed]) => {
    const standing = book.standing.get(key)?.offers ?? []
    const tenure = firstTenure(book, listed[0] as Offer)
    return matchTiers(listed, standing, (tier) => knownRate(book, tier)).map((match) =>
      keepPrintings(book, match, tenure),
    )
  })
  const changes = [
    ...matched.flatMap((match) => changeOf(book, match) ?? []),
    ...withdrawals(book, sheet, matched),
  ]
  const leaves = sheet.leaves?.map((terms) => ({ ...terms, tenure: firstTenure(book, terms) }))
  return {
    sheet: {
      ...sheet,
      ...(leaves !== undefined && { leaves }),
      offers: matched.map(({ offer }) => offer),
    },
    changes: changes.toSorted(compareTiers),
  }
}

/** The standing offer of a tier, or the last known rate of a withdrawn one; `undefined` if no series has this tier. */
function knownRate(book: InstitutionBook, tier: Tier): KnownRate | undefined {
  const rate = lastKnownRate(book, tier)
  return standingTier(book.standing, tier) ?? (rate && { ...tier, rate })
}

/** The first printing of the tenure of some terms, also of withdrawn ones. */
function firstTenure({ standing, series }: InstitutionBook, terms: Terms): Decimal {
  const key = keyOf(terms)
  const offers = standing.get(key)?.offers
  if (offers !== undefined) return offers[0].tenure
  const known = series
    .values()
    .find(([step]) => step !== undefined && keyOf(step.series.terms) === key)
  return known?.[0]?.series.terms.tenure ?? terms.tenure
}

/** The change of an offer; `undefined` if it still stands at the same rate and minimum deposit. */
function changeOf(book: InstitutionBook, { offer, known }: MatchedOffer): Change | undefined {
  const isMoved = known !== undefined && !sameDecimal(depositOf(known), depositOf(offer))
  const direction = known === undefined ? 'initial' : directionBetween(known.rate, offer.rate)
  const isReturning = !isMoved && standingTier(book.standing, offer) === undefined
  if (direction === 'flat' && !isMoved && !isReturning) return undefined
  const { rate } = offer
  return {
    ...tierOf(offer),
    direction,
    previous: known?.rate ?? rate,
    rate,
    ...(isMoved && { previousMinimumDeposit: depositOf(known) }),
  }
}

/** A sheet lists all tiers of the terms that it lists; a complete one also lists all terms that it covers and does not leave alone. */
function* withdrawals(
  { standing }: InstitutionBook,
  sheet: Sheet,
  matched: readonly MatchedOffer[],
): Generator<Change> {
  const listed = new Set(matched.map(({ offer }) => keyOf(offer)))
  const continued = new Set(matched.map(({ known }) => known))
  for (const [key, { offers }] of standing) {
    const isListed = listed.has(key) || withdrawsUnlisted(sheet, offers[0])
    if (!isListed) continue
    for (const offer of offers) {
      if (continued.has(offer)) continue
      yield { ...tierOf(offer), direction: 'withdrawn', previous: offer.rate }
    }
  }
}

/**
 * A value that is only printed differently keeps its first printing: a tenure that of its terms, a deposit that of its tier
 * and a rate that of its series. SQL views can therefore compare tenures as text.
 */
function keepPrintings(
  { standing }: InstitutionBook,
  { offer, known }: MatchedOffer,
  tenure: Decimal,
): MatchedOffer {
  const rate = known !== undefined && sameDecimal(known.rate, offer.rate) ? known.rate : offer.rate
  const { minimumDeposit } = standingTier(standing, offer) ?? {}
  const keepsDeposit = minimumDeposit !== undefined && offer.minimumDeposit !== undefined
  return { offer: { ...offer, ...(keepsDeposit && { minimumDeposit }), tenure, rate }, known }
}
