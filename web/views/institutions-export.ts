import { annualEffectiveRateText } from '../../src/domain/yield.ts'
import type { EvidenceRow } from '../api.ts'
import type { Background } from '../background.ts'
import { toDecimal } from '../format.ts'
import type { Messages } from '../messages/messages.ts'
import type { ExportTable } from '../take-along/export-table.ts'
import { institutionCells, institutionColumns, safetyCells, safetyColumns } from './export-cells.ts'

/** The table of the best offers of institutions that readers take along. */
export function bestOffersExport(
  offers: readonly EvidenceRow[],
  background: Background,
  messages: Messages,
): ExportTable {
  const { market, words } = messages
  const { columns } = market
  return {
    columns: [
      ...institutionColumns(messages),
      { head: columns.tenure, kind: 'decimal' },
      { head: columns.payout, kind: 'text' },
      { head: columns.variant, kind: 'text' },
      { head: columns.rate, kind: 'decimal' },
      { head: columns.aer, kind: 'decimal' },
      { head: columns.minimum, kind: 'decimal' },
      ...safetyColumns(messages),
      { head: columns.receipt, kind: 'text' },
    ],
    rows: () =>
      offers.map((offer) => [
        ...institutionCells(offer.institution_id, background, messages),
        offer.tenure_months,
        words.payouts[offer.payout_type],
        words.variants[offer.product_variant],
        offer.rate_pa,
        annualEffectiveRateText({
          rate: toDecimal(offer.rate_pa),
          tenure: toDecimal(offer.tenure_months),
          payout: offer.payout_type,
        }),
        offer.min_deposit,
        ...safetyCells(offer.institution_id, background, messages),
        offer.id,
      ]),
  }
}
