import { compareDecimals, compareText } from '../../src/domain/decimal.ts'
import type { InstitutionType } from '../../src/domain/institution.ts'
import { payouts, variants } from '../../src/domain/offer.ts'
import type { EvidenceRow } from '../api/api.ts'
import type { Background, CountedAndApart } from '../api/background.ts'
import { byRate, toDecimal } from './format.ts'
import { groupBy } from './group-by.ts'
import { byApplying } from './open-offers.ts'

/**
 * The best offer of each institution, highest rate first. `/reports/best-rates` has the same, but of at most 100 institutions,
 * and without the ids of receipts.
 */
function bestOffers(rows: readonly EvidenceRow[]): readonly EvidenceRow[] {
  return [...groupBy(rows, (row) => row.institution_id).values()]
    .map((own) => own.reduce((best, row) => (compareBest(row, best) < 0 ? row : best)))
    .toSorted(byRateAndId)
}

/** The best confirmed offer of each institution, and the best offer of those without one; or the best of all. */
export function bestByFreshness(
  rows: readonly EvidenceRow[],
  includesOlder: boolean,
): CountedAndApart<EvidenceRow> {
  const counted = bestOffers(rows.filter((row) => includesOlder || !row.is_stale))
  const confirmed = new Set(counted.map((row) => row.institution_id))
  return { counted, apart: bestOffers(rows.filter((row) => !confirmed.has(row.institution_id))) }
}

/** A current offer with the name and the type of its institution. */
export type MarketOffer = EvidenceRow & {
  readonly institution_name: string
  readonly institution_type: InstitutionType
}

/** The headline offer of each institution for some terms, highest rate first. */
export function headlineOffers(
  rows: readonly EvidenceRow[],
  institutions: Background['institutions'],
): readonly MarketOffer[] {
  return [...groupBy(rows, (row) => row.institution_id).values()]
    .flatMap((applying) => byApplying(applying).slice(0, 1))
    .flatMap((headline) => {
      const institution = institutions.get(headline.institution_id)
      if (institution === undefined) return []
      return { ...headline, institution_name: institution.name, institution_type: institution.type }
    })
    .toSorted(byRateAndId)
}

/** The better offer first: higher rate, then shorter tenure, payout order, variant order, lower minimum deposit. */
function compareBest(a: EvidenceRow, b: EvidenceRow): number {
  return (
    byRate(a, b) ||
    compareDecimals(toDecimal(a.tenure_months), toDecimal(b.tenure_months)) ||
    payouts.indexOf(a.payout_type) - payouts.indexOf(b.payout_type) ||
    variants.indexOf(a.product_variant) - variants.indexOf(b.product_variant) ||
    compareDecimals(toDecimal(a.min_deposit), toDecimal(b.min_deposit))
  )
}

function byRateAndId(a: EvidenceRow, b: EvidenceRow): number {
  return byRate(a, b) || compareText(a.institution_id, b.institution_id)
}
