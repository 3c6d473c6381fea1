import { compareDecimals, sameDecimal, type Decimal } from '../domain/decimal.ts'
import type { InstitutionBook, RateRecord, Series, SeriesStep } from './market.ts'

/**
 * The right figures of a series, by the position of the sheet with the wrong figure; `undefined` for no offer. The map is empty
 * if a correction changed the series, but named none of its figures as wrong.
 */
export type CorrectedFigures = ReadonlyMap<number, Decimal | undefined>

/** A series without its false records. */
export type CorrectedSeries = {
  /** Each record as it should have been. A correction, and a record that a correction names as false, has none. */
  readonly records: ReadonlyMap<RateRecord, RateRecord | undefined>
  /** The last known rate; `undefined` if corrections have named every earlier figure as false. */
  readonly lastKnown: Decimal | undefined
}

/** Leaves out false records, and compares the record after each of them with the corrected rate. */
export function correctSeries(
  steps: readonly SeriesStep[],
  corrected: CorrectedFigures = new Map(),
): CorrectedSeries {
  const figures = [...corrected].toSorted(([a], [b]) => a - b)
  const records = new Map<RateRecord, RateRecord | undefined>()
  let lastKnown: Decimal | undefined
  let next = 0
  const applyFiguresBefore = (position: number): void => {
    for (; (figures[next]?.[0] ?? Infinity) < position; next++)
      lastKnown = figures[next]?.[1] ?? lastKnown
  }
  for (const step of steps) {
    const { position, correctionOf } = step.entry
    if (step.direction === 'withdrawn') continue
    if (correctionOf !== undefined || corrected.has(position)) {
      records.set(step, undefined)
      if (correctionOf === undefined || corrected.has(correctionOf)) continue
      // A retraction can change a rate that the retracted sheet only confirmed. This step then has the right rate.
      applyFiguresBefore(position)
      lastKnown = step.rate
      continue
    }
    applyFiguresBefore(position)
    records.set(step, comparedWith(step, lastKnown))
    lastKnown = step.rate
  }
  applyFiguresBefore(Infinity)
  return { records, lastKnown }
}

/** The record with another earlier rate; `undefined` if the rate then did not change. */
function comparedWith(record: RateRecord, previous: Decimal | undefined): RateRecord | undefined {
  const { rate, direction, minimumDeposit, previousMinimumDeposit } = record
  if (previous === undefined)
    return direction === 'initial' ? record : { ...record, direction: 'initial', previous: rate }
  if (sameDecimal(previous, record.previous)) return record
  const order = compareDecimals(rate, previous)
  if (order !== 0) return { ...record, previous, direction: order > 0 ? 'up' : 'down' }
  const isMoved = !sameDecimal(minimumDeposit, previousMinimumDeposit)
  return isMoved ? { ...record, previous, direction: 'flat' } : undefined
}

/** The history of an institution without false records, oldest first. */
export function correctedHistory({
  history,
  series,
  corrected,
}: Pick<InstitutionBook, 'history' | 'series' | 'corrected'>): readonly RateRecord[] {
  if (corrected.size === 0) return history
  const bySeries = new Map<Series, CorrectedSeries>()
  for (const steps of series.values()) {
    const [first] = steps
    const figures = first && corrected.get(first.series)
    if (first !== undefined && figures !== undefined)
      bySeries.set(first.series, correctSeries(steps, figures))
  }
  return history.flatMap((record) => {
    const known = bySeries.get(record.series)
    return known === undefined ? record : (known.records.get(record) ?? [])
  })
}
