import { compareDecimals, compareText } from '../../src/domain/decimal.ts'
import { payouts, variants } from '../../src/domain/offer.ts'
import type { EvidenceRow } from '../api.ts'
import { toDecimal } from '../format.ts'

/**
 * The best offer of each institution, highest rate first. `/reports/best-rates` has the same, but of at most 100 institutions,
 * and without the ids of receipts.
 */
export function bestOffers(rows: readonly EvidenceRow[]): readonly EvidenceRow[] {
  const best = new Map<string, EvidenceRow>()
  for (const row of rows) {
    const known = best.get(row.institution_id)
    if (known === undefined || compareBest(row, known) < 0) best.set(row.institution_id, row)
  }
  return [...best.values()].toSorted(
    (a, b) => compareRates(a, b) || compareText(a.institution_id, b.institution_id),
  )
}

/** The better offer first: higher rate, then shorter tenure, payout order, variant order, lower minimum deposit. */
function compareBest(a: EvidenceRow, b: EvidenceRow): number {
  return (
    compareRates(a, b) ||
    compareDecimals(toDecimal(a.tenure_months), toDecimal(b.tenure_months)) ||
    payouts.indexOf(a.payout_type) - payouts.indexOf(b.payout_type) ||
    variants.indexOf(a.product_variant) - variants.indexOf(b.product_variant) ||
    compareDecimals(toDecimal(a.min_deposit), toDecimal(b.min_deposit))
  )
}

function compareRates(a: EvidenceRow, b: EvidenceRow): number {
  return compareDecimals(toDecimal(b.rate_pa), toDecimal(a.rate_pa))
}
