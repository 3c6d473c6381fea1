import { directionBetween } from '../domain/change.ts'
import { sameDecimal, type Decimal } from '../domain/decimal.ts'
import type { Instant } from '../domain/instant.ts'
import { firstRate } from './previous-rate.ts'
import type { EntryRef, InstitutionBook, RateRecord, Series, SeriesStep } from './market.ts'

/** The right figures of a series by the position of the sheet that had a wrong one; `undefined` if the rate before it stands for it. */
export type CorrectedFigures = ReadonlyMap<number, CorrectedRate>
/** The right rate of a sheet, and the entry of the sheet. */
export type CorrectedRate = {
  readonly rate: Decimal | undefined
  readonly entry: EntryRef
  /** Whether the sheet withdrew the offer and was retracted. */
  readonly isFalseWithdrawal?: true
}

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
  let known: KnownRate | undefined
  let next = 0
  const applyFiguresBefore = (position: number): void => {
    for (; (figures[next]?.[0] ?? Infinity) < position; next++) {
      const figure = figures[next]?.[1]
      if (figure?.rate !== undefined)
        known = continued(known, { rate: figure.rate, entry: figure.entry })
    }
  }
  for (const step of steps) {
    const { position, correctionOf } = step.entry
    applyFiguresBefore(position)
    const isRecord = step.direction !== 'withdrawn'
    if (isRecord && correctionOf === undefined && !corrected.has(position)) {
      const right = comparedWith(step, known)
      records.set(step, right)
      // A record begins its rate anew, also where an offer returns with the rate that it had.
      known = right === undefined ? continued(known, step) : { rate: step.rate, entry: step.entry }
      continue
    }
    if (isRecord) records.set(step, undefined)
    // A correction repeats the right rate. After any other step, the offer has another rate or none.
    const isRight = isRecord && correctionOf !== undefined && isSame(step.rate, known?.rate)
    if (known === undefined) continue
    const { rate, entry, seenAt = step.previousSeenAt } = known
    // A retracted sheet withdrew nothing.
    const isWithdrawal = !isRecord && corrected.get(position)?.isFalseWithdrawal !== true
    const withdrawnAt = known.withdrawnAt ?? (isWithdrawal ? step.entry.at : undefined)
    known = isRight ? { rate, entry } : { rate, entry, seenAt, withdrawnAt }
  }
  applyFiguresBefore(Infinity)
  return { records, lastKnown: known?.rate }
}

/** The right rate of a series at some position. */
type KnownRate = {
  readonly rate: Decimal
  /** The entry of the record with this rate, or of the first sheet with it if no record is right. */
  readonly entry: EntryRef
  /** When it was last seen; absent while no other step has ended it. */
  readonly seenAt?: Instant | undefined
  /** When a sheet or correction first withdrew the offer after that. */
  readonly withdrawnAt?: Instant | undefined
}

/** The rate of another sheet without a right record; it stands since an earlier sheet if it is the same. */
function continued(known: KnownRate | undefined, { rate, entry }: KnownRate): KnownRate {
  return { rate, entry: known !== undefined && isSame(rate, known.rate) ? known.entry : entry }
}

function isSame(rate: Decimal, other: Decimal | undefined): boolean {
  return other !== undefined && sameDecimal(rate, other)
}

/** The record with another earlier rate; `undefined` if the rate then did not change. */
function comparedWith(record: RateRecord, known: KnownRate | undefined): RateRecord | undefined {
  const { rate, direction, minimumDeposit, previousMinimumDeposit } = record
  if (known === undefined) {
    if (direction === 'initial') return record
    return { ...record, direction: 'initial', previous: rate, ...firstRate }
  }
  const {
    rate: previous,
    entry: previousEntry,
    seenAt: previousSeenAt = record.previousSeenAt,
    withdrawnAt: previousWithdrawnAt,
  } = known
  const right = { ...record, previousEntry, previousSeenAt, previousWithdrawnAt }
  if (sameDecimal(previous, record.previous)) return right
  const changed = directionBetween(previous, rate)
  const isMoved = !sameDecimal(minimumDeposit, previousMinimumDeposit)
  return changed === 'flat' && !isMoved ? undefined : { ...right, previous, direction: changed }
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
