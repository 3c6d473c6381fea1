import { startOf, type Day } from '../domain/day.ts'
import type { Institution } from '../domain/institution.ts'
import { newestFirst } from '../market/log.ts'
import type { HistoryRecord, Market } from '../market/market.ts'
import { isInstitution, pageOf, type InstitutionFilter, type Page } from './filter.ts'

/** A raise or cut, with the institution as it is registered now. */
export type MarketChange = HistoryRecord & { readonly institution: Institution }

/** Which raises and cuts are asked for. */
export type ChangesFilter = InstitutionFilter & {
  readonly since?: Day | undefined
  readonly direction?: 'up' | 'down' | undefined
}

/** The raises and cuts of all institutions, inactive ones too, newest first. */
export function rateChanges(market: Market, filter: ChangesFilter & Page): MarketChange[] {
  const institutionOf = ({ institutionId }: HistoryRecord): Institution => {
    const book = market.institutions.get(institutionId)
    if (book === undefined)
      throw new Error(`A change is of ${institutionId}, which is not registered.`)
    return book.institution
  }
  const isAsked = (record: HistoryRecord): boolean =>
    (filter.direction === undefined || record.direction === filter.direction) &&
    isInstitution(institutionOf(record), filter)
  const records = pageOf(recentChanges(market, filter.since), isAsked, filter)
  return records.map((record) => ({ ...record, institution: institutionOf(record) }))
}

/** Instants never fall in the book, so the first change before `since` ends the list. */
function* recentChanges(market: Market, since: Day | undefined): Generator<HistoryRecord> {
  const earliest = since === undefined ? -Infinity : startOf(since)
  for (const record of newestFirst(market.changes)) {
    if (record.at < earliest) return
    yield record
  }
}
