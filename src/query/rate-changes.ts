import { startOf, type Day } from '../domain/day.ts'
import type { InstitutionType } from '../domain/institution.ts'
import { correctedHistory } from '../market/corrected-series.ts'
import type { Market, RateRecord } from '../market/market.ts'
import type { RecordList } from './page.ts'

/** Which raises and cuts a client requests. */
export type ChangesFilter = {
  readonly since?: Day | undefined
  /** The type of the institution as registered now. */
  readonly type?: InstitutionType | undefined
  readonly direction?: 'up' | 'down' | undefined
  readonly institutionId?: string | undefined
}

/** The raises and cuts of all institutions, inactive ones too; corrections and false records are left out. */
export function rateChanges(market: Market, filter: ChangesFilter): RecordList {
  const { since, type, direction, institutionId } = filter
  const records =
    institutionId === undefined
      ? market.changes.of(type, direction)
      : changesOf(market, institutionId, filter)
  return { records, first: since === undefined ? 0 : firstSince(records, since) }
}

function changesOf(
  { institutions }: Market,
  institutionId: string,
  { type, direction: requested }: ChangesFilter,
): readonly RateRecord[] {
  const book = institutions.get(institutionId)
  if (book === undefined || (type !== undefined && book.institution.type !== type)) return []
  return correctedHistory(book).filter(({ direction }) =>
    requested === undefined ? direction === 'up' || direction === 'down' : direction === requested,
  )
}

/** The index of the first record since a day. Instants never fall in a book, so a binary search finds it. */
function firstSince(records: readonly RateRecord[], since: Day): number {
  const start = startOf(since)
  let [low, high] = [0, records.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const record = records[middle]
    if (record !== undefined && record.entry.at < start) low = middle + 1
    else high = middle
  }
  return low
}
