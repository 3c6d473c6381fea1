import { sameDecimal } from '../../domain/decimal.ts'
import type { Instant } from '../../domain/instant.ts'
import {
  depositOf,
  keyOf,
  withdrawsUnlisted,
  type Offer,
  type Sheet,
  type TermsKey,
  type Tier,
} from '../../domain/offer.ts'

/** The current offers for some terms, as the last sheet that is about them lists them. */
export type Standing = {
  /** One for each minimum deposit, the headline offer first. */
  readonly offers: readonly [Offer, ...Offer[]]
  /** The position of that sheet, and when and where it was read. */
  readonly position: number
  readonly scrapedAt: Instant
  readonly sourceUrl: string
  /** When each of the offers was confirmed last: the `scrapedAt` of that sheet, or the time of a later verification of its rate. */
  readonly confirmedAt: readonly Instant[]
}

/** The current offers of an institution. */
export type StandingOffers = ReadonlyMap<TermsKey, Standing>

/** The current offers after one more sheet. It lists the emptied terms with no tier. */
export function standingAfter(
  before: StandingOffers,
  sheet: Sheet,
  position: number,
  emptied: ReadonlySet<TermsKey> = new Set(),
): StandingOffers {
  const { offers, scrapedAt, sourceUrl } = sheet
  const standing = new Map<TermsKey, Standing>()
  for (const [key, earlier] of before)
    if (!emptied.has(key) && !withdrawsUnlisted(sheet, earlier.offers[0]))
      standing.set(key, earlier)
  for (const [key, tiers] of Map.groupBy(offers, keyOf)) {
    const listed = tiers as [Offer, ...Offer[]]
    // A page may have been read before a verification of the same rate and published after it: the later reading counts.
    const confirmedAt = listed.map((offer) => {
      const earlier = confirmationOfRate(before.get(key), offer) ?? scrapedAt
      return earlier > scrapedAt ? earlier : scrapedAt
    })
    standing.set(key, { offers: listed, position, scrapedAt, sourceUrl, confirmedAt })
  }
  return standing
}

function indexOfTier({ offers }: Standing, tier: Tier): number {
  return offers.findIndex((offer) => sameDecimal(depositOf(offer), depositOf(tier)))
}

/** The current offers after a verification at a time. `confirms` says which of them it confirms. */
export function confirmed(
  standing: StandingOffers,
  at: Instant,
  confirms: (key: TermsKey, offer: Offer, of: number) => boolean,
): StandingOffers {
  return withConfirmations(standing, (earlier, offer, { position }, key) =>
    confirms(key, offer, position) ? at : earlier,
  )
}

/** The current offers with another time of confirmation for each of them. */
export function withConfirmations(
  standing: StandingOffers,
  timeOf: (earlier: Instant, offer: Offer, terms: Standing, key: TermsKey) => Instant,
): StandingOffers {
  return new Map(
    Array.from(standing, ([key, one]) => {
      const confirmedAt = one.confirmedAt.map((earlier, index) =>
        timeOf(earlier, one.offers[index] as Offer, one, key),
      )
      return [key, { ...one, confirmedAt }]
    }),
  )
}

/** The current offer of a tier. */
export function standingTier(standing: StandingOffers, tier: Tier): Offer | undefined {
  const terms = standing.get(keyOf(tier))
  return terms?.offers[indexOfTier(terms, tier)]
}

/** When the current offer of a tier was confirmed last; `undefined` if it does not stand. */
export function confirmationOf(standing: StandingOffers, tier: Tier): Instant | undefined {
  const terms = standing.get(keyOf(tier))
  return terms?.confirmedAt[indexOfTier(terms, tier)]
}

/** When the tier of an offer was confirmed last, if it stood at the same rate. `terms` are those of the offer. */
export function confirmationOfRate(terms: Standing | undefined, offer: Offer): Instant | undefined {
  const index = terms === undefined ? -1 : indexOfTier(terms, offer)
  const known = terms?.offers[index]
  const isSame = known !== undefined && sameDecimal(known.rate, offer.rate)
  return isSame ? terms?.confirmedAt[index] : undefined
}

/** All current offers, without an order. */
export function offersIn(standing: StandingOffers): readonly Offer[] {
  return [...standing.values()].flatMap(({ offers }) => offers)
}

/** Whether some current offers are for ranges of tenures. */
export function hasRanges(standing: StandingOffers): boolean {
  return standing.values().some(({ offers }) => offers[0].tenureTo !== undefined)
}
