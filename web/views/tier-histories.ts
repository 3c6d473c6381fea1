import {
  canonicalDecimal,
  compareDecimals,
  sameDecimal,
  type CanonicalDecimal,
} from '../../src/domain/decimal.ts'
import type { RateHistoryRow } from '../api.ts'
import { toDecimal } from '../format.ts'

/** The history of one tier of an institution. */
export type TierHistory = {
  readonly tenure: CanonicalDecimal
  /** The last known minimum deposit, zero if none was stated. */
  readonly minimum: CanonicalDecimal
  /** Oldest first. */
  readonly records: readonly RateHistoryRow[]
}

/**
 * Splits the records of one institution, variant and payout, newest first, by tier: rising tenure, then rising minimum
 * deposit. A tier that the institution moved to another minimum goes on in the same history.
 */
export function tierHistories(records: readonly RateHistoryRow[]): readonly TierHistory[] {
  const histories: RateHistoryRow[][] = []
  for (const record of records.toReversed()) {
    const index = histories.findIndex((history) => isContinuedBy(history.at(-1), record))
    const [history = []] = index === -1 ? [] : histories.splice(index, 1)
    history.push(record)
    // A sheet may move one tier to a minimum that another tier leaves, so the tier that moved there must be found last.
    histories.push(history)
  }
  return histories.map(historyOf).toSorted(compareHistories)
}

function isContinuedBy(last: RateHistoryRow | undefined, record: RateHistoryRow): boolean {
  return (
    last !== undefined &&
    record.direction !== 'initial' &&
    isSame(last.tenure_months, record.tenure_months) &&
    isSame(last.min_deposit, record.prev_min_deposit)
  )
}

function isSame(a: string, b: string): boolean {
  return sameDecimal(toDecimal(a), toDecimal(b))
}

function historyOf(records: readonly RateHistoryRow[]): TierHistory {
  const last = records.at(-1)
  return {
    tenure: canonicalDecimal(toDecimal(last?.tenure_months ?? '')),
    minimum: canonicalDecimal(toDecimal(last?.min_deposit ?? '')),
    records,
  }
}

function compareHistories(a: TierHistory, b: TierHistory): number {
  return compareDecimals(a.tenure, b.tenure) || compareDecimals(a.minimum, b.minimum)
}
