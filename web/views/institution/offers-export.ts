import type { OfferRow } from '../../api/api.ts'
import type { Messages } from '../../messages/messages.ts'
import type { ExportTable } from '../../take-along/export-table.ts'
import type { FindEvidence } from '../../api/evidence-index.ts'
import { exportColumns } from '../../rates/export-cells.ts'

/** The offers of an institution, with their sources and what proves them. */
export function offersExport(
  offers: readonly OfferRow[],
  evidenceOf: FindEvidence,
  messages: Messages,
): ExportTable {
  const { market, words } = messages
  return {
    columns: exportColumns(
      [
        'institutionId',
        'institution',
        'variant',
        'tenure',
        'payout',
        'minimum',
        'rate',
        'readAt',
        'sourcePage',
        'confirmedAt',
        'isStale',
        'evidence',
        'receipt',
      ],
      messages,
    ),
    rows: () =>
      offers.map((offer) => {
        const evidence = evidenceOf(offer)
        const mark = evidence?.by_hand === true ? market.typed : market.page
        return [
          offer.institution_id,
          offer.institution_name,
          words.variants[offer.product_variant],
          offer.tenure_months,
          words.payouts[offer.payout_type],
          offer.min_deposit,
          offer.rate_pa,
          offer.scraped_at,
          offer.source_url,
          evidence?.last_verified_at ?? null,
          evidence === undefined ? null : evidence.is_stale ? words.yes : words.no,
          evidence === undefined ? null : mark,
          evidence?.id ?? null,
        ]
      }),
  }
}
