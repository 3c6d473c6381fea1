import type { RateChange } from '../../src/domain/change.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { RateRecord } from '../../src/market/market.ts'
import { pageOf, type PageRequest, type RecordList } from '../../src/query/page.ts'

/** A record of the rate history in one flat object, as the oracles have it. */
export type FlatRecord = RateChange & {
  readonly institutionId: string
  readonly position: number
  readonly at: Instant
}

/** The same record in one flat object. */
export function flatRecord({ series, entry, ...change }: RateRecord): FlatRecord {
  return { ...series.terms, ...change, institutionId: series.institutionId, ...entry }
}

/** A page of a list, newest first. */
export function flatPage(list: RecordList, { limit, offset }: PageRequest): FlatRecord[] {
  return pageOf(list, { limit, offset }).map(flatRecord)
}
