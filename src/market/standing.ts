import type { Instant } from '../domain/instant.ts'
import { sameDecimal } from '../domain/decimal.ts'
import {
  depositOf,
  keyOf,
  type Offer,
  type Terms,
  type TermsKey,
  type Tier,
} from '../domain/offer.ts'
import { withdrawsUnlisted, type Sheet } from '../domain/sheet.ts'

/** The current offers for some terms: one for each minimum deposit, the headline offer first. */
export type Standing = {
  readonly offers: readonly [Offer, ...Offer[]]
  /** When and where the latest sheet that listed them was read. */
  readonly scrapedAt: Instant
  readonly sourceUrl: string
  /** The `scrapedAt` of that sheet, or the instant of a later verification. */
  readonly confirmedAt: Instant
}

/** The current offers after one more sheet. */
export function standingAfter(
  before: ReadonlyMap<TermsKey, Standing>,
  sheet: Sheet,
): ReadonlyMap<TermsKey, Standing> {
  const { offers, scrapedAt, sourceUrl } = sheet
  const standing = new Map<TermsKey, Standing>()
  for (const [key, earlier] of before)
    if (!withdrawsUnlisted(sheet, earlier.offers[0])) standing.set(key, earlier)
  for (const [key, tiers] of Map.groupBy(offers, keyOf)) {
    const listed = tiers as [Offer, ...Offer[]]
    standing.set(key, { offers: listed, scrapedAt, sourceUrl, confirmedAt: scrapedAt })
  }
  return standing
}

/** The current offer of a tier. */
export function standingTier(
  standing: ReadonlyMap<TermsKey, Standing>,
  tier: Tier,
): Offer | undefined {
  const offers = standing.get(keyOf(tier))?.offers
  return offers?.find((offer) => sameDecimal(depositOf(offer), depositOf(tier)))
}

/** The offers after a verification: all of them, or those for the terms of some tiers, are confirmed at an instant. */
export function confirmed(
  standing: ReadonlyMap<TermsKey, Standing>,
  confirmedAt: Instant,
  tiers?: readonly Tier[],
): ReadonlyMap<TermsKey, Standing> {
  const keys = tiers && new Set(tiers.map(keyOf))
  return new Map(
    Array.from(standing, ([key, one]) => [
      key,
      keys === undefined || keys.has(key) ? { ...one, confirmedAt } : one,
    ]),
  )
}

/** Whether a verification confirms the offers for some terms. Without tiers, it confirms all. */
export function confirms({ tiers }: { readonly tiers?: readonly Tier[] }, terms: Terms): boolean {
  return tiers === undefined || tiers.some((tier) => keyOf(tier) === keyOf(terms))
}

/** Whether a sheet lists some terms, or withdraws them by leaving them out. */
export function listsOrWithdraws(sheet: Sheet, terms: Terms): boolean {
  return (
    withdrawsUnlisted(sheet, terms) || sheet.offers.some((offer) => keyOf(offer) === keyOf(terms))
  )
}
