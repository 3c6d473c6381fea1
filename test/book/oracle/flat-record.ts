import type { EntryRef, RateRecord } from '../../../src/book/market/rate-history.ts'
import { pageOf, type PageRequest } from '../../../src/book/query/rate-history.ts'
import type { RateChange } from '../../../src/domain/change.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'

/** A record of the rate history in one flat object, as the oracles have it. It has both minimum deposits, even if they are equal. */
export type FlatRecord = RateChange &
  EntryRef & {
    readonly minimumDeposit: Decimal
    readonly previousMinimumDeposit: Decimal
    readonly institutionId: string
  }

/** The same record in one flat object, without what `previous-rates.test.ts` checks. */
export function flatRecord({
  terms,
  entry,
  previousEntry: _previousEntry,
  previousSeenAt: _previousSeenAt,
  previousWithdrawnAt: _previousWithdrawnAt,
  ...change
}: RateRecord): FlatRecord {
  return { ...terms, ...change, ...entry }
}

/** A page of a list, newest first. */
export function flatPage(
  list: readonly RateRecord[],
  { limit, offset }: PageRequest,
): FlatRecord[] {
  return pageOf(list, { limit, offset }).map(flatRecord)
}
