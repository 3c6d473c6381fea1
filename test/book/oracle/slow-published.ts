import type { Change, CorrectedFigure } from '../../../src/domain/change.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import type { Entry } from '../../../src/domain/entry.ts'
import { tierOf, type Offer, type Tier } from '../../../src/domain/offer.ts'
import { compareExact } from './exact.ts'
import {
  believedSheets,
  isSameTier,
  isSheetAbout,
  keptSheets,
  type BelievedSheet,
} from './slow-believed.ts'
import { isSameBeginning, pastOf, standingIn, type Series } from './slow-past.ts'
import { byTiers, isSame, leastDeposit } from './slow.ts'

// What the entries of one institution publish, straight from docs/corrections.md: the changes of each sheet and correction, and the
// figures of each correction.

const earlier = (entries: readonly Entry[], before: number): Entry[] =>
  entries.filter(({ position }) => position < before)

const has = (state: readonly Series[], tier: Tier): Series | undefined =>
  state.find(({ offer }) => isSameTier(offer, tier))

/** "The rate of the last stored change with this tier; a withdrawal keeps it", and a move takes it along. */
export function lastStoredRate(entries: readonly Entry[], tier: Tier): Decimal | undefined {
  const isFrom = (change: Change) =>
    'previousMinimumDeposit' in change &&
    isSameTier({ ...tierOf(change), minimumDeposit: change.previousMinimumDeposit }, tier)
  const last = entries
    .flatMap((entry) => ('changes' in entry ? entry.changes : []))
    .findLast((change) => isSameTier(change, tier) || isFrom(change))
  if (last === undefined || !isSameTier(last, tier)) return undefined
  return last.direction === 'withdrawn' ? last.previous : last.rate
}

const directionTo = (previous: Decimal, rate: Decimal): 'up' | 'down' | 'flat' => {
  const order = compareExact(rate, previous)
  return order > 0 ? 'up' : order < 0 ? 'down' : 'flat'
}

/** The changes of the entry at a position, in tier order: "from the offers that stood before it to those that stand after it". */
export function expectedChanges(entries: readonly Entry[], position: number): Change[] {
  const past = earlier(entries, position)
  const before = standingIn(pastOf(past))
  const after = standingIn(pastOf(earlier(entries, position + 1)))
  const gone = before.filter(({ offer }) => has(after, offer) === undefined)
  const come = after.filter(({ offer }) => has(before, offer) === undefined)
  const cameFrom = ({ beginning }: Series) =>
    gone.find((one) => isSameBeginning(one.beginning, beginning))
  const kept = after.flatMap(({ offer }): Change[] => {
    const standing = has(before, offer)
    if (standing === undefined || isSame(standing.offer.rate, offer.rate)) return []
    return [changeTo(offer, standing.offer.rate)]
  })
  const arrived = come.map((series): Change => {
    const { offer } = series
    const source = cameFrom(series)
    const previous = source === undefined ? lastStoredRate(past, offer) : source.offer.rate
    if (previous === undefined) {
      const { rate } = offer
      return { ...tierOf(offer), direction: 'initial', previous: rate, rate }
    }
    const change = changeTo(offer, previous)
    if (source === undefined) return change
    return { ...change, previousMinimumDeposit: leastDeposit(source.offer) }
  })
  const moved = come.map(cameFrom)
  const withdrawn = gone
    .filter((one) => !moved.includes(one))
    .map(({ offer }): Change => {
      return { ...tierOf(offer), direction: 'withdrawn', previous: offer.rate }
    })
  return [...kept, ...arrived, ...withdrawn].toSorted(byTiers)
}

const changeTo = (offer: Offer, previous: Decimal) => {
  const { rate } = offer
  return { ...tierOf(offer), direction: directionTo(previous, rate), previous, rate }
}

const rateOf = (offers: readonly Offer[], tier: Tier): Decimal | undefined =>
  offers.find((offer) => isSameTier(offer, tier))?.rate

/** The rate that a sheet states for a tier. */
const rateIn = (sheet: BelievedSheet | undefined, tier: Tier): Decimal | undefined =>
  rateOf(sheet?.sheet.offers ?? [], tier)

const isSameRate = (a: Decimal | undefined, b: Decimal | undefined): boolean =>
  a === undefined || b === undefined ? a === b : isSame(a, b)

const figureOf = (
  of: number,
  tier: Tier,
  was: Decimal | undefined,
  now: Decimal | undefined,
): CorrectedFigure => ({
  ...tierOf(tier),
  of,
  ...(was !== undefined && { was }),
  ...(now !== undefined && { now }),
})

/**
 * The figures of a correction that follows these entries: that of the sheet `of` and, without `--only`, those of the sheets that
 * repeat its rate, "up to the first one that lists or withdraws the terms and says something else".
 */
export function expectedFigures(
  entries: readonly Entry[],
  { of, tier, now, only }: RightFigure & { readonly of: number; readonly only: boolean },
): CorrectedFigure[] {
  const about = believedSheets(entries).filter(
    (sheet) => sheet.position >= of && isSheetAbout(sheet, tier),
  )
  const was = rateIn(about[0], tier)
  const other = about.findIndex((sheet) => !isSameRate(rateIn(sheet, tier), was))
  // A missing offer is not repeated, because it may have ended since.
  const end = only || was === undefined ? 1 : other === -1 ? about.length : other
  return about.slice(0, end).map(({ position }) => figureOf(position, tier, was, now))
}

type RightFigure = { readonly tier: Tier; readonly now?: Decimal | undefined }

/** Figures that a retraction names without any rate were no offers before the sheet, in it and after it. */
const isStated = ({ was, now }: CorrectedFigure): boolean => was !== undefined || now !== undefined

/**
 * What `/corrections` lists of an institution, oldest first: the figures of corrections, and of each retraction "one for each offer that
 * the sheet listed, as printed or as corrected, and one for each that stood before the sheet and no longer after it". A figure that was
 * no offer and is none is not listed.
 */
export function slowCorrections(entries: readonly Entry[]) {
  return entries.flatMap((entry) => {
    if (entry.kind !== 'rate-corrected') return []
    const { position, correction } = entry
    const { of, isRetraction, figures } = correction
    if (!isRetraction) return figures.map((figure) => ({ position, figure }))
    const past = earlier(entries, position)
    const named = retracted(past, of, []).filter(isStated)
    return named.map((figure) => ({ position, figure }))
  })
}

/**
 * The figures of a retraction that follows these entries: "each offer that it listed, and each that it withdrew", with the believed rate
 * and the one that stood before the sheet. A tier that moved to another minimum deposit is withdrawn, too.
 */
export function expectedRetraction(entries: readonly Entry[], of: number): CorrectedFigure[] {
  const published = keptSheets(entries).find(({ position }) => position === of)
  const withdrawn = published?.changes.filter(({ direction }) => direction === 'withdrawn') ?? []
  return retracted(entries, of, withdrawn)
}

function retracted(
  entries: readonly Entry[],
  of: number,
  withdrawn: readonly Tier[],
): CorrectedFigure[] {
  const published = keptSheets(entries).find(({ position }) => position === of)
  const sheet = believedSheets(entries).find(({ position }) => position === of)
  if (published === undefined || sheet === undefined) throw new Error(`No sheet stands at ${of}.`)
  const before = standingIn(pastOf(entries, of)).map(({ offer }) => offer)
  const listed = [...sheet.sheet.offers, ...published.sheet.offers]
  const gone = before.filter((offer) => isSheetAbout(sheet, offer))
  const tiers: Tier[] = [...listed, ...withdrawn, ...gone]
  return tiers
    .filter((tier, index) => tiers.findIndex((one) => isSameTier(one, tier)) === index)
    .toSorted(byTiers)
    .map((tier) => figureOf(of, tier, rateIn(sheet, tier), rateOf(before, tier)))
}
