import { directionBetween, type Change } from '../../domain/change.ts'
import { sameDecimal } from '../../domain/decimal.ts'
import {
  compareTiers,
  depositOf,
  keyOf,
  tierOf,
  type TermsKey,
  type Tier,
  withdrawsUnlisted,
  type Sheet,
} from '../../domain/offer.ts'
import type { InstitutionBook } from './market.ts'
import { matchTiers, type KnownRate, type MatchedOffer } from './match-tiers.ts'
import { lastRate } from './rate-history.ts'
import { standingTier } from './standing.ts'

/** The standing offers and the true steps of an institution, as its corrections say. */
export type BelievedBook = Pick<InstitutionBook, 'standing' | 'believed'>

/** The true steps from what stands to what a sheet lists, in tier order. `emptied` are terms that it lists with no tier. */
export function diff(
  book: BelievedBook,
  sheet: Sheet,
  emptied?: ReadonlySet<TermsKey>,
): readonly Change[] {
  return stepsTo(book, sheet, matchOffers(book, sheet), emptied)
}

/** The offers of a sheet, each with the series that it continues. */
export function matchOffers(book: BelievedBook, { offers }: Sheet): readonly MatchedOffer[] {
  return [...Map.groupBy(offers, keyOf)].flatMap(([key, listed]) =>
    matchTiers(listed, book.standing.get(key)?.offers ?? [], (tier) => knownRate(book, tier)),
  )
}

/** The steps to the matched offers of a sheet, in tier order. */
export function stepsTo(
  book: BelievedBook,
  sheet: Sheet,
  matched: readonly MatchedOffer[],
  emptied: ReadonlySet<TermsKey> = new Set(),
): readonly Change[] {
  const steps = [
    ...matched.flatMap((match) => stepOf(book, match) ?? []),
    ...withdrawals(book, sheet, matched, emptied),
  ]
  return steps.toSorted(compareTiers)
}

/** The standing offer of a tier, or the last known rate of a withdrawn one; `undefined` if no series has this tier. */
function knownRate({ standing, believed }: BelievedBook, tier: Tier): KnownRate | undefined {
  const stands = standingTier(standing, tier)
  if (stands !== undefined) return stands
  const rate = lastRate(believed, tier)
  return rate && { ...tier, rate }
}

/** The step of an offer; `undefined` if it still stands at the same rate and minimum deposit. */
function stepOf({ standing }: BelievedBook, { offer, known }: MatchedOffer): Change | undefined {
  const isMoved = known !== undefined && !sameDecimal(depositOf(known), depositOf(offer))
  const direction = known === undefined ? 'initial' : directionBetween(known.rate, offer.rate)
  const isReturning = !isMoved && standingTier(standing, offer) === undefined
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
  { standing }: BelievedBook,
  sheet: Sheet,
  matched: readonly MatchedOffer[],
  emptied: ReadonlySet<TermsKey>,
): Generator<Change> {
  const listed = new Set(matched.map(({ offer }) => keyOf(offer)))
  const continued = new Set(matched.map(({ known }) => known))
  for (const [key, { offers }] of standing) {
    const isListed = listed.has(key) || emptied.has(key) || withdrawsUnlisted(sheet, offers[0])
    if (!isListed) continue
    for (const offer of offers) {
      if (continued.has(offer)) continue
      yield { ...tierOf(offer), direction: 'withdrawn', previous: offer.rate }
    }
  }
}
