import {
  canonicalDecimal,
  compareDecimals,
  type CanonicalDecimal,
} from '../../src/domain/decimal.ts'
import type { RateHistoryRow } from '../api/api.ts'
import { compareTenures, tenuresKeyOf, toDecimal, type TenuresRow } from './format.ts'

/** The history of one tier of an institution. */
export type TierHistory = Required<TenuresRow> & {
  /** The last known minimum deposit, zero if none was stated. */
  readonly minimum: CanonicalDecimal
  /** Oldest first. */
  readonly records: readonly RateHistoryRow[]
}

/**
 * Splits the records of one institution, variant and payout, newest first, by tier: rising tenures, then rising minimum
 * deposit. A tier that the institution moved to another minimum keeps its history.
 */
export function tierHistories(records: readonly RateHistoryRow[]): readonly TierHistory[] {
  const histories = new Map<string, TierHistory>()
  for (const record of records.toReversed()) {
    const { tenure_months, tenure_to_months } = record
    const tenures = tenuresKeyOf(record)
    const minimum = canonicalDecimal(toDecimal(record.min_deposit))
    const previousKey = `${tenures} ${canonicalDecimal(toDecimal(record.prev_min_deposit))}`
    const earlier = histories.get(previousKey)?.records ?? []
    histories.delete(previousKey)
    const history = { tenure_months, tenure_to_months, minimum, records: [...earlier, record] }
    histories.set(`${tenures} ${minimum}`, history)
  }
  return [...histories.values()].toSorted(
    (a, b) => compareTenures(a, b) || compareDecimals(a.minimum, b.minimum),
  )
}
