import type { Change, Direction } from '../domain/change.ts'
import { compareDecimals, sameDecimal, type Decimal } from '../domain/decimal.ts'
import type { Draft } from '../domain/entry.ts'
import type { Instant } from '../domain/instant.ts'
import { compareTiers, depositOf, keyOf, type Offer, type Tier } from '../domain/offer.ts'
import type { Sheet } from '../domain/sheet.ts'
import { matchTiers, type MatchedOffer } from '../market/match-tiers.ts'
import { standingTier } from '../market/standing.ts'
import type { InstitutionState, KnownRate } from './institution-state.ts'

/** Computes the entry for a sheet: its offers, in the printing that the book already has, and its changes in terms order. */
export function diff(
  institution: InstitutionState,
  sheet: Sheet,
  at: Instant,
  sample: boolean,
): Extract<Draft, { kind: 'sheet-published' }> {
  const matched = [...Map.groupBy(sheet.offers, keyOf)].flatMap(([key, listed]) => {
    const standing = institution.standing.get(key)?.offers ?? []
    const tenure = institution.firstTenure(listed[0] as Offer) ?? (listed[0] as Offer).tenure
    return matchTiers(listed, standing, institution.lastKnownRate).map((match) =>
      keepPrintings(institution, match, tenure),
    )
  })
  const changes = [
    ...matched.flatMap((match) => changeOf(institution, match) ?? []),
    ...withdrawals(institution, sheet, matched),
  ]
  return {
    at,
    institutionId: sheet.institutionId,
    kind: 'sheet-published',
    sheet: { ...sheet, offers: matched.map(({ offer }) => offer) },
    changes: changes.toSorted(compareTiers),
    sample,
  }
}

/** The change of an offer; `undefined` if it still stands at the same rate and minimum deposit. */
function changeOf(
  institution: InstitutionState,
  { offer, known }: MatchedOffer,
): Change | undefined {
  const isMoved = known !== undefined && !sameDecimal(depositOf(known), depositOf(offer))
  const direction = directionOf(offer.rate, known)
  const isReturning = !isMoved && standingTier(institution.standing, offer) === undefined
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

function directionOf(rate: Decimal, known: KnownRate | undefined): Direction {
  if (known === undefined) return 'initial'
  const order = compareDecimals(rate, known.rate)
  if (order === 0) return 'flat'
  return order > 0 ? 'up' : 'down'
}

/** A sheet lists all tiers of the terms that it lists; a complete one also lists all terms that it covers. */
function* withdrawals(
  { standing }: InstitutionState,
  { complete, covers }: Sheet,
  matched: readonly MatchedOffer[],
): Generator<Change> {
  const listed = new Set(matched.map(({ offer }) => keyOf(offer)))
  const continued = new Set(matched.map(({ known }) => known))
  for (const [key, { offers }] of standing) {
    const isListed = listed.has(key) || (complete && covers.includes(offers[0].variant))
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
  { standing }: InstitutionState,
  { offer, known }: MatchedOffer,
  tenure: Decimal,
): MatchedOffer {
  const rate = known !== undefined && sameDecimal(known.rate, offer.rate) ? known.rate : offer.rate
  const { minimumDeposit } = standingTier(standing, offer) ?? {}
  const keepsDeposit = minimumDeposit !== undefined && offer.minimumDeposit !== undefined
  return { offer: { ...offer, ...(keepsDeposit && { minimumDeposit }), tenure, rate }, known }
}

function tierOf({ variant, tenure, payout, minimumDeposit }: Tier): Tier {
  return { variant, tenure, payout, ...(minimumDeposit !== undefined && { minimumDeposit }) }
}
