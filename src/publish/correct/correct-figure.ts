import { directionBetween, type Change } from '../../domain/change.ts'
import { sameDecimal, type Decimal } from '../../domain/decimal.ts'
import type { Publishing } from '../../domain/entry.ts'
import { keyOf, tierKeyOf, tierOf, tierText, type Tier } from '../../domain/offer.ts'
import type { InstitutionBook, SeriesStep } from '../../market/market.ts'
import { decidingSheet, retractedIn } from '../../market/published-state.ts'
import { lastKnownRate, ownsTier, seriesAt } from '../../market/series.ts'
import { standingTier } from '../../market/standing.ts'
import { refused, type CorrectionResult, type RightFigure } from './correction-result.ts'

/** Replaces one figure of a sheet. The standing offer changes only if the figure is still the last of its series. */
export function correctFigure(
  book: InstitutionBook,
  sheet: Publishing,
  { tier: requested, rate: now }: RightFigure,
): CorrectionResult {
  const figure = findFigure(sheet, requested)
  if (typeof figure === 'string') return refused(figure)
  const { tier } = figure
  const { position: of } = sheet
  const steps = seriesAt(book.series, tier, of)
  if (steps === undefined) throw new Error(`${tierText(tier)} at position ${of} has no series.`)
  const corrected = book.corrected.get(steps[0].series)
  const isCorrected = corrected?.has(of) === true
  const was = isCorrected ? corrected.get(of)?.rate : figure.rate
  if (isSame(was, now)) {
    const position = isCorrected ? lastCorrection(book, of, tier) : undefined
    if (position !== undefined) return { kind: 'unchanged', position }
    return refused(
      now === undefined
        ? `The sheet at position ${of} already withdraws ${tierText(tier)}.`
        : `The sheet at position ${of} already has the rate ${now} for ${tierText(tier)}.`,
    )
  }
  const stands = standingTier(book.standing, tier)?.rate
  const isLast = isLastFigure(book, sheet, tier, steps, was)
  return {
    kind: 'corrected',
    figures: [
      { of, ...tier, ...(was !== undefined && { was }), ...(now !== undefined && { now }) },
    ],
    changes: isLast && !isSame(stands, now) ? [changeTo(book, tier, now)] : [],
  }
}

/** Whether a figure decides what stands: its sheet is the last that lists or withdraws the terms, or later ones only repeat it. */
function isLastFigure(
  book: InstitutionBook,
  { position: of }: Publishing,
  tier: Tier,
  steps: readonly SeriesStep[],
  published: Decimal | undefined,
): boolean {
  if (!ownsTier(book, steps)) return false
  const retracted = retractedIn(book.entries)
  const kept = book.entries.filter(({ position }) => !retracted.has(position))
  if (decidingSheet(kept, tier)?.position === of) return true
  const stands = standingTier(book.standing, tier)?.rate
  const isRepeated = stands !== undefined && isSame(stands, published)
  return isRepeated && nextChange(steps, of, retracted) === undefined
}

/** The position of the first change of a series after a sheet; corrections of the sheet and retracted sheets do not count. */
export function nextChange(
  steps: readonly SeriesStep[],
  of: number,
  retracted: ReadonlySet<number>,
): number | undefined {
  const ignored = new Set([of, ...retracted])
  return steps.find(
    ({ entry: { position, correctionOf = position } }) =>
      position > of && !ignored.has(correctionOf),
  )?.entry.position
}

/** A figure of a sheet, or why it cannot be found. The rate is absent if the sheet withdraws the offer. */
function findFigure(
  { position, sheet, changes }: Publishing,
  requested: Tier,
): { readonly tier: Tier; readonly rate?: Decimal } | string {
  const withdrawals = changes.filter(({ direction }) => direction === 'withdrawn')
  const figures = [
    ...sheet.offers.map((offer) => ({ tier: tierOf(offer), rate: offer.rate })),
    ...withdrawals.map((change) => ({ tier: tierOf(change) })),
  ]
  const ofTerms = figures.filter(({ tier }) => keyOf(tier) === keyOf(requested))
  const found = ofTerms.filter(
    ({ tier }) =>
      requested.minimumDeposit === undefined || tierKeyOf(tier) === tierKeyOf(requested),
  )
  const [figure] = found
  if (figure !== undefined && found.length === 1) return figure
  const tiers = ofTerms.map(({ tier }) => `"${tierText(tier)}"`).join(', ')
  if (found.length > 1)
    return `The sheet at position ${position} has several minimum deposits for ${tierText(requested)}; give one of ${tiers}.`
  return tiers === ''
    ? `The sheet at position ${position} neither lists nor withdraws ${tierText(requested)}.`
    : `The sheet at position ${position} has no ${tierText(requested)}; it has ${tiers}.`
}

function isSame(a: Decimal | undefined, b: Decimal | undefined): boolean {
  return a === undefined || b === undefined ? a === b : sameDecimal(a, b)
}

/** The position of the last correction of a figure. */
function lastCorrection({ entries }: InstitutionBook, of: number, tier: Tier): number | undefined {
  return entries.findLast(
    (entry) =>
      entry.kind === 'rate-corrected' &&
      entry.correction.of === of &&
      entry.correction.figures.some((figure) => tierKeyOf(figure) === tierKeyOf(tier)),
  )?.position
}

/** The change that gives a tier another rate, in the printing of the tier that stands. */
export function changeTo(book: InstitutionBook, tier: Tier, rate: Decimal | undefined): Change {
  const stands = standingTier(book.standing, tier)
  if (rate === undefined) {
    if (stands === undefined) throw new Error(`${tierText(tier)} does not stand.`)
    return { ...tierOf(stands), direction: 'withdrawn', previous: stands.rate }
  }
  const previous = stands?.rate ?? lastKnownRate(book, tier)
  if (previous === undefined) return { ...tier, direction: 'initial', previous: rate, rate }
  const direction = directionBetween(previous, rate)
  return { ...tierOf(stands ?? tier), direction, previous, rate }
}
