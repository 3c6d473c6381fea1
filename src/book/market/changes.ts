import {
  directionBetween,
  type Change,
  type RateChange,
  type Withdrawal,
} from '../../domain/change.ts'
import { sameDecimal, type Decimal } from '../../domain/decimal.ts'
import {
  compareTiers,
  depositOf,
  keyOf,
  tierKeyOf,
  tierOf,
  withdrawsUnlisted,
  type Offer,
  type Sheet,
  type TermsKey,
  type TierKey,
} from '../../domain/offer.ts'
import {
  continueSeries,
  type BelievedBook,
  type KnownRate,
  type MatchedOffer,
} from './continue-series.ts'
import type { InstitutionBook } from './market.ts'
import { lastRate } from './rate-history.ts'
import { offersIn, standingTier } from './standing.ts'

// True steps lead from what is believed to what a sheet lists. The stored changes of an entry lead from the offers that stood
// before it to those that stand after it.

/** The true steps from what stands to what a sheet lists, in tier order. `emptied` are terms that it lists with no tier. */
export function stepsTo(
  book: BelievedBook,
  sheet: Sheet,
  emptied: ReadonlySet<TermsKey>,
): readonly Change[] {
  return stepsOf(book, sheet, continueSeries(book, sheet), emptied)
}

/** The changes to store for a sheet: its true steps, but an offer that returns is compared with the rate last published. */
export function changesOfSheet(
  book: InstitutionBook,
  sheet: Sheet,
  matched: readonly MatchedOffer[],
): readonly Change[] {
  return stepsOf(book, sheet, matched, new Set()).map((step) =>
    step.direction === 'withdrawn' ||
    step.previousMinimumDeposit !== undefined ||
    standingTier(book.standing, step) !== undefined
      ? step
      : changeFromLast(book, step),
  )
}

function stepsOf(
  book: BelievedBook,
  sheet: Sheet,
  matched: readonly MatchedOffer[],
  emptied: ReadonlySet<TermsKey>,
): readonly Change[] {
  const steps = matched.flatMap((match) => stepOf(book, match) ?? [])
  return [...steps, ...withdrawals(book, sheet, matched, emptied)].toSorted(compareTiers)
}

/** The step of an offer; `undefined` if it still stands at the same rate and minimum deposit. */
function stepOf({ standing }: BelievedBook, { offer, known }: MatchedOffer): Change | undefined {
  if (known === undefined) return firstChange(offer)
  const step = changeFrom(known.rate, offer)
  if (!sameDecimal(depositOf(known), depositOf(offer)))
    return { ...step, previousMinimumDeposit: depositOf(known) }
  const stands = standingTier(standing, offer) !== undefined
  return step.direction === 'flat' && stands ? undefined : step
}

/** A sheet lists all tiers of the terms that it lists; a complete one also lists all terms that it covers and does not leave alone. */
function withdrawals(
  { standing }: BelievedBook,
  sheet: Sheet,
  matched: readonly MatchedOffer[],
  emptied: ReadonlySet<TermsKey>,
): readonly Withdrawal[] {
  const listed = new Set(matched.map(({ offer }) => keyOf(offer)))
  const continued = new Set(matched.map(({ known }) => known))
  return [...standing]
    .filter(
      ([key, { offers }]) =>
        listed.has(key) || emptied.has(key) || withdrawsUnlisted(sheet, offers[0]),
    )
    .flatMap(([, { offers }]) => offers.filter((offer) => !continued.has(offer)))
    .map(withdrawalOf)
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
  return [...changes, ...ended.values().map(withdrawalOf)].toSorted(compareTiers)
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
  return previous === undefined ? firstChange(to) : changeFrom(previous, to)
}

function firstChange(to: KnownRate): RateChange {
  return { ...tierOf(to), direction: 'initial', previous: to.rate, rate: to.rate }
}

function changeFrom(previous: Decimal, to: KnownRate): RateChange {
  const { rate } = to
  return { ...tierOf(to), direction: directionBetween(previous, rate), previous, rate }
}

function withdrawalOf(offer: Offer): Withdrawal {
  return { ...tierOf(offer), direction: 'withdrawn', previous: offer.rate }
}
