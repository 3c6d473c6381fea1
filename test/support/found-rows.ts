import type { Market } from '../../src/market/market.ts'
import { recordAt, type HistoryRecord } from '../../src/market/records.ts'
import { rowAt } from '../../src/market/rows.ts'
import { pageOf, type FoundRows, type Page } from '../../src/query/page.ts'
import { rateChanges, type ChangesFilter } from '../../src/query/rate-changes.ts'
import { rateHistory } from '../../src/query/rate-history.ts'

/** A page of the history of an institution; `undefined` if it is not registered. */
export function foundHistory(
  market: Market,
  institutionId: string,
  { limit, offset, ...filter }: Parameters<typeof rateHistory>[2] & Page,
): FoundRows | undefined {
  const list = rateHistory(market, institutionId, filter)
  return list && pageOf(list, { limit, offset })
}

/** A page of the raises and cuts. */
export function foundChanges(
  market: Market,
  { limit, offset, ...filter }: ChangesFilter & Page,
): FoundRows {
  return pageOf(rateChanges(market, filter), { limit, offset })
}

/** The records of a page as objects, newest first. */
export function recordsIn(found: FoundRows): HistoryRecord[] {
  const { start, end, cells } = found
  const records = { ...found.records, cells }
  return Array.from({ length: end - start }, (_, i) => recordAt(records, rowAt(found, end - 1 - i)))
}
