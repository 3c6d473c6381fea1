import type { Decimal } from '../domain/decimal.ts'
import { tierKeyOf, type Tier } from '../domain/offer.ts'
import { correctSeries } from './corrected-series.ts'
import type { InstitutionBook, RateRecord, SeriesStep } from './market.ts'
import { retractedIn } from './published-state.ts'

/** The direction of the last change of a rate; `flat` if it never changed. */
export type Trend = 'up' | 'down' | 'flat'

/** The last known rate of a tier, withdrawn or not; `undefined` if no series has it, or if corrections left none of its rates. */
export function lastKnownRate(
  { series, corrected }: InstitutionBook,
  tier: Tier,
): Decimal | undefined {
  const steps = series.get(tierKeyOf(tier)) ?? []
  const figures = steps[0] && corrected.get(steps[0].series)
  if (figures === undefined) return steps.findLast(isRecord)?.rate
  return correctSeries(steps, figures).lastKnown
}

/**
 * The last change of a tier. Corrections and false records do not count; if there is no other, it is the first record that does
 * not come from a retracted sheet.
 */
export function lastChange(book: InstitutionBook, tier: Tier): RateRecord | undefined {
  const [last] = newestFirst(book, tier)
  if (last !== undefined) return last
  const records = book.series.get(tierKeyOf(tier))?.filter(isRecord)
  const retracted = retractedIn(book.entries)
  const isKept = ({ entry: { position, correctionOf = position } }: RateRecord): boolean =>
    !retracted.has(correctionOf)
  return records?.find(isKept) ?? records?.[0]
}

/** The direction of the last raise or cut of a tier, corrections left out; `flat` if there was none. */
export function trendOf(book: InstitutionBook, tier: Tier): Trend {
  for (const { direction } of newestFirst(book, tier)) {
    if (direction === 'up' || direction === 'down') return direction
  }
  return 'flat'
}

/** The steps of the series that a tier had at a position; `undefined` if it had none. */
export function seriesAt(
  series: InstitutionBook['series'],
  tier: Tier,
  position: number,
): readonly [SeriesStep, ...SeriesStep[]] | undefined {
  const key = tierKeyOf(tier)
  let found: readonly SeriesStep[] | undefined
  let latest = 0
  for (const steps of series.values()) {
    const last = steps.findLast(({ entry }) => entry.position <= position)
    if (last === undefined || last.entry.position <= latest) continue
    if (tierKeyOf({ ...last.series.terms, ...last }) !== key) continue
    // A series that moved to this tier displaced an earlier one, whose figures were all wrong.
    found = steps
    latest = last.entry.position
  }
  return found as readonly [SeriesStep, ...SeriesStep[]] | undefined
}

/** Whether a series is now that of its last tier. Another one may have moved there, if all earlier figures of the tier were wrong. */
export function ownsTier({ series }: InstitutionBook, steps: readonly SeriesStep[]): boolean {
  const last = steps.at(-1)
  return last !== undefined && series.get(tierKeyOf({ ...last.series.terms, ...last })) === steps
}

/** The records of a tier without corrections and false records. */
function newestFirst({ series, corrected }: InstitutionBook, tier: Tier): readonly RateRecord[] {
  const steps = series.get(tierKeyOf(tier)) ?? []
  const figures = steps[0] && corrected.get(steps[0].series)
  const records =
    figures === undefined
      ? steps.filter(isRecord)
      : [...correctSeries(steps, figures).records.values()].filter((one) => one !== undefined)
  return records.toReversed()
}

/** Whether a step is a record of the rate history, not a withdrawal. */
export function isRecord(step: SeriesStep): step is RateRecord {
  return step.direction !== 'withdrawn'
}
