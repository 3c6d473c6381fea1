import { directionBetween, type Change, type RateChange } from '../../domain/change.ts'
import { sameDecimal, type Decimal } from '../../domain/decimal.ts'
import {
  compareTiers,
  depositOf,
  tierKeyOf,
  tierOf,
  type Offer,
  type TierKey,
} from '../../domain/offer.ts'
import type { BelievedBook } from './diff.ts'
import type { InstitutionBook } from './market.ts'
import type { KnownRate } from './match-tiers.ts'
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
      : changeFromLast(book, step),
  )
}

/** The changes to store for a correction. `after` is what is believed with it. */
export function changesOfCorrection(book: InstitutionBook, after: BelievedBook): readonly Change[] {
  const changes: Change[] = []
  const gone = standingSeries(book)
  const added: StandingSeries[] = []
  for (const [key, series] of standingSeries(after)) {
    const stood = gone.get(key)?.offer
    gone.delete(key)
    if (stood === undefined) added.push(series)
    else if (!sameDecimal(stood.rate, series.offer.rate))
      changes.push(changeFrom(stood.rate, series.offer))
  }
  const ended = new Map(Array.from(gone.values(), ({ beginning, offer }) => [beginning, offer]))
  for (const { beginning, offer } of added) {
    const moved = ended.get(beginning)
    ended.delete(beginning)
    changes.push(
      moved === undefined
        ? changeFromLast(book, offer)
        : { ...changeFrom(moved.rate, offer), previousMinimumDeposit: depositOf(moved) },
    )
  }
  for (const offer of ended.values())
    changes.push({ ...tierOf(offer), direction: 'withdrawn', previous: offer.rate })
  return changes.toSorted(compareTiers)
}

/** A standing offer, and the sheet and tier with which its series begins: two folds have the same series if these are the same. */
type StandingSeries = { readonly beginning: string; readonly offer: Offer }

function standingSeries({ standing, believed }: BelievedBook): Map<TierKey, StandingSeries> {
  return new Map(
    offersIn(standing).map((offer) => {
      const key = tierKeyOf(offer)
      const first = believed.series.get(key)?.[0]
      if (first === undefined) throw new Error(`${key} stands and has no series.`)
      const { minimumDeposit, entry } = first
      const beginning = `${entry.position} ${tierKeyOf({ ...offer, minimumDeposit })}`
      return [key, { beginning, offer }]
    }),
  )
}

/** The change of a tier that did not stand, from the rate last published. */
function changeFromLast({ published }: InstitutionBook, to: KnownRate): RateChange {
  const previous = lastRate(published, to)
  return previous === undefined
    ? { ...tierOf(to), direction: 'initial', previous: to.rate, rate: to.rate }
    : changeFrom(previous, to)
}

function changeFrom(previous: Decimal, to: KnownRate): RateChange {
  const { rate } = to
  return { ...tierOf(to), direction: directionBetween(previous, rate), previous, rate }
}
