import type { OfferRow } from '../api.ts'
import type { Messages } from '../messages/messages.ts'
import type { ExportTable } from '../take-along/export-table.ts'
import type { FindEvidence } from '../evidence-index.ts'

/** The offers of an institution, with their sources and what proves them. */
export function offersExport(
  offers: readonly OfferRow[],
  evidenceOf: FindEvidence,
  { institution: { columns, offers: texts } }: Messages,
): ExportTable {
  return {
    columns: [
      { head: columns.institution, kind: 'text' },
      { head: columns.name, kind: 'text' },
      { head: columns.variant, kind: 'text' },
      { head: columns.tenure, kind: 'decimal' },
      { head: columns.payout, kind: 'text' },
      { head: columns.minimum, kind: 'decimal' },
      { head: columns.rate, kind: 'decimal' },
      { head: columns.read, kind: 'instant' },
      { head: columns.source, kind: 'text' },
      { head: columns.evidence, kind: 'text' },
      { head: columns.receipt, kind: 'text' },
    ],
    rows: () =>
      offers.map((offer) => {
        const evidence = evidenceOf(offer)
        const mark = evidence?.by_hand === true ? texts.typed : texts.page
        return [
          offer.institution_id,
          offer.institution_name,
          offer.product_variant,
          offer.tenure_months,
          offer.payout_type,
          offer.min_deposit,
          offer.rate_pa,
          offer.scraped_at,
          offer.source_url,
          evidence === undefined ? null : mark,
          evidence?.id ?? null,
        ]
      }),
  }
}
