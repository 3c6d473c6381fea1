import { directionBetween, type Change } from '../../domain/change.ts'
import type { CorrectedFigure } from '../../domain/correction.ts'
import { sameDecimal, type Decimal } from '../../domain/decimal.ts'
import type { Publishing } from '../../domain/entry.ts'
import {
  compareTiers,
  depositOf,
  tierKeyOf,
  tierOf,
  type Offer,
  type Tier,
  type TierKey,
} from '../../domain/offer.ts'
import type { InstitutionBook } from '../../market/market.ts'
import {
  retractedIn,
  stateBefore,
  stateOf,
  type PublishedState,
} from '../../market/published-state.ts'
import { isRecord, ownsTier, seriesAt } from '../../market/series.ts'
import { listsOrWithdraws, standingTier } from '../../market/standing.ts'
import { changeTo, nextChange } from './correct-figure.ts'
import type { CorrectionResult } from './correction-result.ts'

/** Sets back what a sheet changed, except offers that a later sheet has listed, changed or withdrawn. */
export function retractSheet(book: InstitutionBook, sheet: Publishing): CorrectionResult {
  const { entries } = book
  const { position: of } = sheet
  const retracted = new Set([...retractedIn(entries), of])
  const restored = stateOf(entries, retracted).standing
  const before = stateBefore(entries, of, retracted).standing
  const later = entries
    .filter((entry) => entry.kind === 'sheet-published')
    .filter(({ position }) => position > of && !retracted.has(position))
  const changes = changesBack(book, sheet, restored)
  const figures = figuresOf(book, sheet, changes, retracted).flatMap((figure) =>
    falseFigure(of, figure, later, restored, before),
  )
  return { kind: 'corrected', figures: figures.toSorted(compareTiers), changes }
}

/** A figure with which a sheet changed something, which was corrected, or which only this sheet still confirmed. */
type PublishedFigure = {
  readonly tier: Tier
  /** The tier before the sheet, which differs if the sheet moved the series to another minimum deposit. */
  readonly tierBefore: Tier
  /** As it was last corrected; absent if the sheet withdrew the offer. */
  readonly rate: Decimal | undefined
  readonly isCorrected: boolean
  /** The position of the next change of the series, see `nextChange`. */
  readonly until: number
  /** Whether the figure is still the last of its series. */
  readonly isLast: boolean
}

function figuresOf(
  book: InstitutionBook,
  { position: of, sheet, changes }: Publishing,
  changesBack: readonly Change[],
  retracted: ReadonlySet<number>,
): readonly PublishedFigure[] {
  const corrected = book.entries.flatMap((entry) =>
    entry.kind === 'rate-corrected' && entry.correction.of === of ? entry.correction.figures : [],
  )
  const changed = new Map(changes.map((change) => [tierKeyOf(change), change]))
  const listed = new Map(sheet.offers.map((offer) => [tierKeyOf(offer), offer]))
  const confirmed = changesBack.flatMap((change) => listed.get(tierKeyOf(change)) ?? [])
  const tiers = new Map(
    [...corrected, ...changes, ...confirmed].map((one) => [tierKeyOf(one), tierOf(one)]),
  )
  return Array.from(tiers, ([key, tier]) => {
    const change = changed.get(key)
    const steps = seriesAt(book.series, tier, of) ?? []
    const figures = steps[0] && book.corrected.get(steps[0].series)
    const isCorrected = figures?.has(of) === true
    const until = nextChange(steps, of, retracted) ?? Infinity
    const minimumDeposit = change && 'rate' in change ? change.previousMinimumDeposit : undefined
    return {
      tier,
      tierBefore: minimumDeposit === undefined ? tier : { ...tier, minimumDeposit },
      rate: isCorrected ? figures.get(of)?.rate : listed.get(key)?.rate,
      isCorrected,
      until,
      isLast: until === Infinity && ownsTier(book, steps),
    }
  })
}

/** The figure and what stood before the sheet; nothing if a later sheet found the same. */
function falseFigure(
  of: number,
  { tier, tierBefore, rate: was, isCorrected, until, isLast }: PublishedFigure,
  later: readonly Publishing[],
  restored: PublishedState['standing'],
  before: PublishedState['standing'],
): readonly CorrectedFigure[] {
  const isConfirmed = later.some(
    ({ position, sheet }) => position < until && listsOrWithdraws(sheet, tier),
  )
  if (isConfirmed && !isCorrected) return []
  const stood = isLast ? restored : before
  // A later sheet may have listed the tier to which the sheet moved the series.
  const stays = isLast ? standingTier(restored, tier) : undefined
  const now = (stays ?? standingTier(stood, tierBefore))?.rate
  if (was === undefined && now === undefined) return []
  // An earlier correction may already have set the figure back.
  if (isCorrected && was !== undefined && now !== undefined && sameDecimal(was, now)) return []
  return [{ of, ...tier, ...(was !== undefined && { was }), ...(now !== undefined && { now }) }]
}

/** The changes from the standing offers to the restored ones. */
function changesBack(
  book: InstitutionBook,
  { changes }: Publishing,
  restored: PublishedState['standing'],
): readonly Change[] {
  const now = offersOf(book.standing)
  const then = offersOf(restored)
  const back: Change[] = []
  for (const change of changes) {
    const moved = changeOfMove(book, change, now, then)
    if (moved === undefined) continue
    back.push(moved)
    now.delete(tierKeyOf(change))
    then.delete(tierKeyOf(moved))
  }
  for (const [key, offer] of then) {
    const stands = now.get(key)
    if (stands === undefined || !sameDecimal(stands.rate, offer.rate))
      back.push(changeTo(book, tierOf(offer), offer.rate))
  }
  for (const [key, offer] of now) {
    if (!then.has(key)) back.push(changeTo(book, tierOf(offer), undefined))
  }
  return back.toSorted(compareTiers)
}

function offersOf(standing: PublishedState['standing']): Map<TierKey, Offer> {
  const offers = [...standing.values()].flatMap((one) => one.offers)
  return new Map(offers.map((offer) => [tierKeyOf(offer), offer]))
}

/** The change that moves a series back to the minimum deposit that it had before the sheet, also if the offer was withdrawn since. */
function changeOfMove(
  { series }: InstitutionBook,
  change: Change,
  now: ReadonlyMap<TierKey, Offer>,
  then: ReadonlyMap<TierKey, Offer>,
): Change | undefined {
  if (change.direction === 'withdrawn' || change.previousMinimumDeposit === undefined)
    return undefined
  const key = tierKeyOf(change)
  const keyBefore = tierKeyOf({ ...change, minimumDeposit: change.previousMinimumDeposit })
  const stood = then.get(keyBefore)
  const previous = now.get(key)?.rate ?? series.get(key)?.findLast(isRecord)?.rate
  if (stood === undefined || previous === undefined || then.has(key) || now.has(keyBefore))
    return undefined
  return {
    ...tierOf(stood),
    direction: directionBetween(previous, stood.rate),
    previous,
    rate: stood.rate,
    previousMinimumDeposit: depositOf(change),
  }
}
