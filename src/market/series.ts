import type { Decimal } from '../domain/decimal.ts'
import type { Instant } from '../domain/instant.ts'
import type { Terms } from '../domain/offer.ts'
import { rowBefore } from './ledger.ts'
import {
  findSeries,
  isWithdrawal,
  lastRow,
  recordAt,
  type HistoryRecord,
  type Records,
} from './records.ts'

/** What is known of the headline rate of some terms, standing or not. */
export type Series = {
  /** The terms in their first printing. */
  readonly terms: Terms
  /** The headline rate last known. */
  readonly rate: Decimal
  readonly lastChangedAt: Instant
  /** The direction of the last change of the rate; `flat` if it never changed. */
  readonly trend: 'up' | 'down' | 'flat'
}

/** The series of some terms of an institution, if they were ever offered: read from its newest row backwards. */
export function seriesOf(
  records: Records,
  institutionId: string,
  terms: Terms,
): Series | undefined {
  const number = findSeries(records, institutionId, terms)
  if (number === undefined) return undefined
  let last: HistoryRecord | undefined
  let trend: Series['trend'] = 'flat'
  let row = lastRow(records, number)
  for (; row >= 0 && trend === 'flat'; row = rowBefore(records.ledger, row)) {
    if (isWithdrawal(records, row)) continue
    const record = recordAt(records, row)
    last ??= record
    if (record.direction === 'up' || record.direction === 'down') trend = record.direction
  }
  if (last === undefined) throw new Error(`Series ${number} has no rate.`)
  return { terms: records.seriesAt(number).terms, rate: last.rate, lastChangedAt: last.at, trend }
}
