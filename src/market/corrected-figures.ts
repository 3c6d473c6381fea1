import { sameDecimal } from '../domain/decimal.ts'
import type { Entry } from '../domain/entry.ts'
import { tierKeyOf } from '../domain/offer.ts'
import type { CorrectedFigures, CorrectedRate } from './corrected-series.ts'
import type { InstitutionBook, RateRecord, Series } from './market.ts'
import { retractedIn } from './published-state.ts'
import { seriesAt } from './series.ts'
import { listsOrWithdraws } from './standing.ts'

/** The wrong figures of every series that a correction or retraction concerns. */
export function correctedFigures(
  entries: readonly Entry[],
  allSeries: InstitutionBook['series'],
): ReadonlyMap<Series, CorrectedFigures> {
  const retracted = retractedIn(entries)
  const corrected = new Map<Series, Map<number, CorrectedRate>>()
  const instants = new Map(entries.map(({ position, at }) => [position, at]))
  const figuresOf = (series: Series): Map<number, CorrectedRate> => {
    const figures = corrected.get(series) ?? new Map<number, CorrectedRate>()
    corrected.set(series, figures)
    return figures
  }
  for (const entry of entries) {
    if (entry.kind !== 'rate-corrected') continue
    const { of, isRetraction, figures } = entry.correction
    if (isRetraction || retracted.has(of)) continue
    const at = instants.get(of)
    if (at === undefined) throw new Error(`There is no entry at position ${of}.`)
    for (const { now, ...tier } of figures) {
      const steps = seriesAt(allSeries, tier, of)
      if (steps === undefined)
        throw new Error(`The sheet at position ${of} has no figure for ${tierKeyOf(tier)}.`)
      figuresOf(steps[0].series).set(of, { rate: now, entry: { position: of, at } })
    }
  }
  const kept = entries.filter(({ position }) => !retracted.has(position))
  for (const steps of allSeries.values()) {
    for (const step of steps) {
      const { position, correctionOf } = step.entry
      // The record of a correction is never compared, so its series is listed here even without a wrong figure.
      if (correctionOf !== undefined) figuresOf(step.series)
      else if (!retracted.has(position)) continue
      else if (step.direction === 'withdrawn') {
        const { entry } = step
        figuresOf(step.series).set(position, { rate: undefined, entry, isFalseWithdrawal: true })
      } else {
        const repeated = repeatedRate(step, kept)
        if (repeated?.rate !== undefined && sameDecimal(repeated.rate, step.rate)) continue
        const figures = figuresOf(step.series)
        figures.set(position, { rate: undefined, entry: step.entry })
        // The next sheet repeated a corrected rate, which is known from it alone now.
        if (repeated !== undefined && !figures.has(repeated.entry.position))
          figures.set(repeated.entry.position, repeated)
      }
    }
  }
  return corrected
}

/** The rate of the tier of a record in the next sheet about the terms, if the sheet lists it and did not change it. */
function repeatedRate(record: RateRecord, kept: readonly Entry[]): CorrectedRate | undefined {
  const { terms } = record.series
  const next = kept
    .filter((entry) => entry.kind === 'sheet-published')
    .find(
      ({ position, sheet }) => position > record.entry.position && listsOrWithdraws(sheet, terms),
    )
  if (next === undefined) return undefined
  const key = tierKeyOf({ ...terms, minimumDeposit: record.minimumDeposit })
  const offer = next.sheet.offers.find((one) => tierKeyOf(one) === key)
  const isChanged = next.changes.some((change) => tierKeyOf(change) === key)
  if (offer === undefined || isChanged) return undefined
  return { rate: offer.rate, entry: { position: next.position, at: next.at } }
}
