import type { Decimal } from '../domain/decimal.ts'
import type { Publishing } from '../domain/entry.ts'
import {
  keyOf,
  tierKeyOf,
  type Offer,
  type Terms,
  type TermsKey,
  type Tier,
  type TierKey,
} from '../domain/offer.ts'
import type { InstitutionBook } from '../market/market.ts'
import { standingAfter, standingTier } from '../market/standing.ts'

/** A tier and its last known rate. */
export type KnownRate = Tier & Pick<Offer, 'rate'>

/** An institution's standing offers, its last publication, and what is known of its series. */
export type InstitutionState = Pick<InstitutionBook, 'standing' | 'publication'> & {
  /** The standing offer of a tier, or the last known rate of a withdrawn one; `undefined` if no series has this tier. */
  readonly lastKnownRate: (tier: Tier) => KnownRate | undefined
  /** The first printing of the tenure of some terms, also of withdrawn ones. */
  readonly firstTenure: (terms: Terms) => Decimal | undefined
}

/** The state after some publications. The caller may add older publications to the array; the lookups then read them too. */
export function institutionStateFrom(newestFirst: readonly Publishing[]): InstitutionState {
  const sheets = newestFirst.map(({ sheet }) => sheet).toReversed()
  const standing = sheets.reduce(standingAfter, new Map())
  const { rateOf, tenureOf } = readChangesBack(newestFirst)
  return {
    standing,
    publication: newestFirst[0],
    lastKnownRate: (tier) => standingTier(standing, tier) ?? rateOf(tierKeyOf(tier)),
    firstTenure: (terms) => {
      const key = keyOf(terms)
      return standing.get(key)?.offers[0].tenure ?? tenureOf(key)
    },
  }
}

/** Reads back through the changes, only as far as a lookup needs. */
function readChangesBack(newestFirst: readonly Publishing[]): {
  readonly rateOf: (key: TierKey) => KnownRate | undefined
  readonly tenureOf: (key: TermsKey) => Decimal | undefined
} {
  // `undefined` once the series of a tier has moved to another minimum deposit.
  const rates = new Map<TierKey, KnownRate | undefined>()
  const tenures = new Map<TermsKey, Decimal>()
  let read = 0
  const readUntil = (isFound: () => boolean): void => {
    for (; read < newestFirst.length && !isFound(); read++) {
      for (const change of newestFirst[read]?.changes ?? []) {
        tenures.set(keyOf(change), change.tenure)
        if (change.direction === 'withdrawn') continue
        addNewer(rates, change, change)
        const { previousMinimumDeposit: minimumDeposit } = change
        if (minimumDeposit !== undefined) addNewer(rates, { ...change, minimumDeposit }, undefined)
      }
    }
  }
  return {
    rateOf(key) {
      readUntil(() => rates.has(key))
      return rates.get(key)
    },
    tenureOf(key) {
      readUntil(() => tenures.has(key))
      return tenures.get(key)
    },
  }
}

/** Records a rate unless a newer change already set it. */
function addNewer(
  rates: Map<TierKey, KnownRate | undefined>,
  tier: Tier,
  rate: KnownRate | undefined,
): void {
  const key = tierKeyOf(tier)
  if (!rates.has(key)) rates.set(key, rate)
}
