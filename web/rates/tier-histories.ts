import {
  canonicalDecimal,
  compareDecimals,
  type CanonicalDecimal,
} from '../../src/domain/decimal.ts'
import type { RateHistoryRow } from '../api/api.ts'
import { tenureOf, toDecimal } from './format.ts'

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
 * deposit. A tier that the institution moved to another minimum keeps its history.
 */
export function tierHistories(records: readonly RateHistoryRow[]): readonly TierHistory[] {
  const histories = new Map<string, TierHistory>()
  for (const record of records.toReversed()) {
    const tenure = tenureOf(record)
    const minimum = canonicalDecimal(toDecimal(record.min_deposit))
    const previousKey = `${tenure} ${canonicalDecimal(toDecimal(record.prev_min_deposit))}`
    const earlier = histories.get(previousKey)?.records ?? []
    histories.delete(previousKey)
    histories.set(`${tenure} ${minimum}`, { tenure, minimum, records: [...earlier, record] })
  }
  return [...histories.values()].toSorted(
    (a, b) => compareDecimals(a.tenure, b.tenure) || compareDecimals(a.minimum, b.minimum),
  )
}
