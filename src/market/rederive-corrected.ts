import { compareDecimals, sameDecimal, type Decimal } from '../domain/decimal.ts'
import type { Entry } from '../domain/entry.ts'
import type { Instant } from '../domain/instant.ts'
import { depositOf } from '../domain/offer.ts'
import { correctionsIn } from './rederive-readings.ts'
import type { SeriesRows, SeriesStepRow } from './rederive-series.ts'
import type { HistoryRow, PreviousTimes } from './rederive.ts'

/** The right rate of a tier at some position. */
type KnownRate = {
  readonly rate: Decimal
  /** When the last record with this rate was entered, or the first sheet with it if no record is right. */
  readonly since: Instant | undefined
  /** The last sheet or correction that has this rate. */
  readonly shownAt: number
}

/** The rows that were right, each compared with the right rate before it. */
export function correctedRows(
  own: readonly Entry[],
  { steps, figures }: SeriesRows,
): readonly HistoryRow[] {
  const published = steps.flatMap(({ position, row }) =>
    row === undefined ? [] : { position, row },
  )
  const right = Array.from(figures, ([position, now]) => ({ position, now, row: undefined }))
  const rows: HistoryRow[] = []
  let known: KnownRate | undefined
  for (const one of [...published, ...right].toSorted((a, b) => a.position - b.position)) {
    const { position, row } = one
    const rate = row === undefined ? one.now : row.rate
    if (rate === undefined) continue
    const isKnown = known !== undefined && sameDecimal(rate, known.rate)
    if (row?.correctionOf !== undefined) {
      if (known !== undefined && isKnown) known = { rate, since: known.since, shownAt: position }
      continue
    }
    if (row !== undefined && figures.has(position)) continue
    const times = row && {
      previousAt: known?.since,
      previousSeenAt: known && seenBefore(steps, known, row),
      previousWithdrawnAt: known && withdrawnBefore(own, steps, known, row),
    }
    const compared = row && times ? comparedWith(row, known, times) : []
    rows.push(...compared)
    const at = own.find((entry) => entry.position === position)?.at
    const isSince = isKnown && compared.length === 0
    known = { rate, since: isSince ? known?.since : at, shownAt: position }
  }
  return rows
}

/**
 * When a right rate was last seen: before the first step after the last entry that has it. The first record of a tier has no
 * earlier rate.
 */
function seenBefore(
  steps: readonly SeriesStepRow[],
  { shownAt }: KnownRate,
  row: HistoryRow,
): Instant | undefined {
  return steps.find(
    ({ position, previousSeenAt }) =>
      position > shownAt && position <= row.position && previousSeenAt !== undefined,
  )?.previousSeenAt
}

/** When the offer was first withdrawn between the last entry that has a right rate and a row. A retracted sheet withdrew nothing. */
function withdrawnBefore(
  own: readonly Entry[],
  steps: readonly SeriesStepRow[],
  { shownAt }: KnownRate,
  row: HistoryRow,
): Instant | undefined {
  const retracted = correctionsIn(own).filter(({ correction }) => correction.isRetraction)
  return steps.find(
    (step) =>
      step.row === undefined &&
      step.position > shownAt &&
      step.position < row.position &&
      retracted.every(({ correction }) => correction.of !== step.position),
  )?.at
}

/** The row with another earlier rate; none if nothing changed then. */
function comparedWith(
  row: HistoryRow,
  known: KnownRate | undefined,
  times: PreviousTimes,
): readonly HistoryRow[] {
  if (known === undefined) return [{ ...row, ...times, previous: row.rate, direction: 'initial' }]
  const { rate: previous } = known
  if (sameDecimal(previous, row.previous)) return [{ ...row, ...times }]
  const order = compareDecimals(row.rate, previous)
  const deposit = depositOf(row)
  const isMoved = !sameDecimal(row.previousMinimumDeposit ?? deposit, deposit)
  if (order === 0 && !isMoved) return []
  const direction = order > 0 ? 'up' : order < 0 ? 'down' : 'flat'
  return [{ ...row, ...times, previous, direction }]
}
