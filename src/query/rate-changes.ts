import { countWhile } from '../domain/count-while.ts'
import { dayAfter, startOf, type Day } from '../domain/day.ts'
import type { InstitutionType } from '../domain/institution.ts'
import type { Instant } from '../domain/instant.ts'
import type { TermsFilter } from '../domain/offer.ts'
import type { Market } from '../market/market.ts'
import { isMove, type InstitutionTerms, type RateRecord } from '../market/rate-history.ts'
import { termsOf, type RecordList } from './rate-history.ts'

/** Which raises and cuts a client requests. */
export type ChangesFilter = TermsFilter & {
  readonly since?: Day | undefined
  /** The last day. */
  readonly until?: Day | undefined
  /** The type of the institution as registered now. */
  readonly type?: InstitutionType | undefined
  readonly direction?: 'up' | 'down' | undefined
  readonly institutionId?: string | undefined
}

/** The raises and cuts of all institutions, inactive ones too; corrections are none. */
export function rateChanges(market: Market, filter: ChangesFilter): RecordList {
  const { since, until, type, direction, institutionId } = filter
  const all =
    institutionId === undefined
      ? market.changes.of(type, direction)
      : changesOf(market, institutionId, filter)
  const first = since === undefined ? 0 : indexAt(all, startOf(since))
  const end = until === undefined ? all.length : indexAt(all, startOf(dayAfter(until)))
  const isOfTerms = termsTest(market, filter)
  if (isOfTerms !== undefined) return { records: all.slice(first, end).filter(isOfTerms), first: 0 }
  return { records: end === all.length ? all : all.slice(0, end), first: Math.min(first, end) }
}

function changesOf(
  { institutions }: Market,
  institutionId: string,
  { type, direction: requested }: ChangesFilter,
): readonly RateRecord[] {
  const book = institutions.get(institutionId)
  if (book === undefined || (type !== undefined && book.institution.type !== type)) return []
  return book.believed.records.filter(
    (record) => isMove(record) && (requested === undefined || record.direction === requested),
  )
}

/** Whether a record is of the requested terms; `undefined` if all are. Terms are fewer than records, so the test compares their objects. */
function termsTest(
  { institutions }: Market,
  terms: TermsFilter,
): ((record: RateRecord) => boolean) | undefined {
  const { variant, tenure, payout } = terms
  if ((variant ?? tenure ?? payout) === undefined) return undefined
  const wanted = new Set<InstitutionTerms>()
  for (const book of institutions.values())
    for (const one of termsOf(book.believed, terms)) wanted.add(one)
  return (record) => wanted.has(record.terms)
}

/** The index of the first record since an instant. Instants never fall in a book. */
function indexAt(records: readonly RateRecord[], start: Instant): number {
  return countWhile(records, ({ entry }) => entry.at < start)
}
