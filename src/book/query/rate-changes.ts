import { dayAfter, startOf, type Day } from '../../domain/day.ts'
import type { Instant } from '../../domain/instant.ts'
import { hasTerms, type TermsFilter } from '../../domain/offer.ts'
import { countWhile } from '../../domain/text.ts'
import { kindOf, type Market } from '../market/market.ts'
import type { RateRecord } from '../market/rate-history.ts'
import { isInstitution, type InstitutionFilter } from './institutions.ts'
import { pageOf, type PageRequest } from './rate-history.ts'

/** Which raises and cuts a client requests. The type is that of the institution as registered now. */
type ChangesFilter = TermsFilter &
  InstitutionFilter & {
    readonly since?: Day | undefined
    /** The last day. */
    readonly until?: Day | undefined
    readonly direction?: 'up' | 'down' | undefined
  }

/** A page of raises and cuts, newest first, and how many all pages have together. */
type ChangesPage = { readonly records: readonly RateRecord[]; readonly count: number }

/** The raises and cuts of all institutions, inactive ones too; corrections are none. */
export function rateChanges(
  market: Market,
  filter: ChangesFilter,
  request: PageRequest,
): ChangesPage {
  const { all, kinds } = market.changes
  const { since, until } = filter
  const first = since === undefined ? 0 : indexAt(all, startOf(since))
  const end = until === undefined ? all.length : indexAt(all, startOf(dayAfter(until)))
  const wanted = wantedKinds(market, filter)
  if (wanted === undefined)
    return { records: pageOf(all, request, first, end), count: Math.max(0, end - first) }
  let count = 0
  for (let index = first; index < end; index++) count += wanted[kinds[index] ?? 0] ?? 0
  const records: RateRecord[] = []
  let skipped = 0
  for (let index = end - 1; index >= first && records.length < request.limit; index--) {
    if (wanted[kinds[index] ?? 0] !== 1) continue
    if (skipped < request.offset) skipped++
    else records.push(all[index] as RateRecord)
  }
  return { records, count }
}

/** For each kind of change, 1 if it passes the filter; `undefined` if all pass. Terms are fewer than records. */
function wantedKinds(
  { changes, institutions }: Market,
  filter: ChangesFilter,
): Uint8Array | undefined {
  const { variant, tenure, payout, type, institutionId, direction } = filter
  if ((variant ?? tenure ?? payout ?? type ?? institutionId ?? direction) === undefined)
    return undefined
  const wanted = new Uint8Array(2 * changes.terms.length)
  for (const [index, terms] of changes.terms.entries()) {
    const book = institutions.get(terms.institutionId)
    if (book === undefined || !isInstitution(book.institution, filter)) continue
    if (!hasTerms(terms, filter)) continue
    for (const one of ['up', 'down'] as const)
      if (direction === undefined || direction === one) wanted[kindOf(index, one)] = 1
  }
  return wanted
}

/** The index of the first record since an instant. Instants never fall in a book. */
function indexAt(records: readonly RateRecord[], start: Instant): number {
  return countWhile(records, ({ entry }) => entry.at < start)
}
