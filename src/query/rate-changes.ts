import { startOf, type Day } from '../domain/day.ts'
import type { Institution } from '../domain/institution.ts'
import { newestFirst } from '../market/log.ts'
import type { HistoryRecord, Market } from '../market/market.ts'
import { isInstitution, pageOf, type InstitutionFilter, type Page } from './filter.ts'

/** A raise or cut, with the institution as it is registered now. */
export type MarketChange = HistoryRecord & { readonly institution: Institution }

/** The raises and cuts of all institutions, inactive ones too, newest first. */
export function rateChanges(
  market: Market,
  filter: InstitutionFilter &
    Page & { readonly since?: Day | undefined; readonly direction?: 'up' | 'down' | undefined },
): MarketChange[] {
  return pageOf(
    recentChanges(market, filter.since),
    ({ institution, direction }) =>
      isInstitution(institution, filter) &&
      (filter.direction === undefined || direction === filter.direction),
    filter,
  )
}

/** Instants never fall in the book, so the first change before `since` ends the list. */
function* recentChanges(market: Market, since: Day | undefined): Generator<MarketChange> {
  const earliest = since === undefined ? -Infinity : startOf(since)
  for (const record of newestFirst(market.changes)) {
    if (record.at < earliest) return
    const book = market.institutions.get(record.institutionId)
    if (book !== undefined) yield { ...record, institution: book.institution }
  }
}
