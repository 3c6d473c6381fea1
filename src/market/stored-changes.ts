import { directionBetween, type Change } from '../domain/change.ts'
import { sameDecimal } from '../domain/decimal.ts'
import {
  compareTiers,
  depositOf,
  tierKeyOf,
  tierOf,
  type Offer,
  type Tier,
  type TierKey,
} from '../domain/offer.ts'
import type { InstitutionBook } from './market.ts'
import { lastRate } from './rate-history.ts'
import { offersIn, standingTier } from './standing.ts'

// The stored changes of an entry lead from the offers that stood before it to those that stand after it.

/** The changes to store for a sheet: its true steps, but an offer that returns is compared with the rate last published. */
export function changesOfSheet(book: InstitutionBook, steps: readonly Change[]): readonly Change[] {
  return steps.map((step) =>
    step.direction === 'withdrawn' ||
    step.previousMinimumDeposit !== undefined ||
    standingTier(book.standing, step) !== undefined
      ? step
      : arrival(book, step, step.rate),
  )
}

/** The changes to store for a correction. `after` is what is believed with it. */
export function changesOfCorrection(
  book: InstitutionBook,
  after: Pick<InstitutionBook, 'standing' | 'believed'>,
): readonly Change[] {
  const gone = tiersIn(book)
  const changes: Change[] = []
  const arriving: (readonly [string, Offer])[] = []
  for (const [key, [series, offer]] of tiersIn(after)) {
    const stood = gone.get(key)
    gone.delete(key)
    if (stood === undefined) arriving.push([series, offer])
    else if (!sameDecimal(stood[1].rate, offer.rate)) changes.push(changeOf(stood[1], offer))
  }
  for (const [series, offer] of arriving) {
    const moved = [...gone].find(([, [other]]) => other === series)
    if (moved === undefined) changes.push(arrival(book, offer, offer.rate))
    else {
      const [key, [, stood]] = moved
      gone.delete(key)
      changes.push({ ...changeOf(stood, offer), previousMinimumDeposit: depositOf(stood) })
    }
  }
  for (const [, [, offer]] of gone)
    changes.push({ ...tierOf(offer), direction: 'withdrawn', previous: offer.rate })
  return changes.toSorted(compareTiers)
}

/** The standing offers, each with a name of its series: the sheet and the tier that it begins with. */
function tiersIn({
  standing,
  believed,
}: Pick<InstitutionBook, 'standing' | 'believed'>): Map<TierKey, readonly [string, Offer]> {
  return new Map(
    offersIn(standing).map((offer) => {
      const key = tierKeyOf(offer)
      const first = believed.series.get(key)?.[0]
      if (first === undefined) throw new Error(`${key} stands and has no series.`)
      const { minimumDeposit, entry } = first
      return [key, [`${entry.position} ${tierKeyOf({ ...offer, minimumDeposit })}`, offer]]
    }),
  )
}

function changeOf(stood: Offer, { rate, ...offer }: Offer) {
  const { rate: previous } = stood
  return { ...tierOf(offer), direction: directionBetween(previous, rate), previous, rate }
}

/** The change of a tier that did not stand. */
function arrival({ published }: InstitutionBook, tier: Tier, rate: Offer['rate']): Change {
  const previous = lastRate(published, tier)
  if (previous === undefined) return { ...tierOf(tier), direction: 'initial', previous: rate, rate }
  return { ...tierOf(tier), direction: directionBetween(previous, rate), previous, rate }
}
