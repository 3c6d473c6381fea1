import type { OfferRow } from '../../api/api.ts'
import type { FindEvidence } from '../../api/evidence-index.ts'
import type { Messages } from '../../messages/messages.ts'
import { exportTable, type ExportTable } from '../../take-along/export-table.ts'

/** The offers of an institution, with their sources and what proves them. */
export function offersExport(
  offers: readonly OfferRow[],
  evidenceOf: FindEvidence,
  messages: Messages,
): ExportTable {
  const { market, words } = messages
  const rows = offers.map((offer) => ({ offer, evidence: evidenceOf(offer) }))
  return exportTable<(typeof rows)[number]>(
    [
      ['institutionId', ({ offer }) => offer.institution_id],
      ['institution', ({ offer }) => offer.institution_name],
      ['variant', ({ offer }) => words.variants[offer.product_variant]],
      ['tenure', ({ offer }) => offer.tenure_months],
      ['payout', ({ offer }) => words.payouts[offer.payout_type]],
      ['minimum', ({ offer }) => offer.min_deposit],
      ['rate', ({ offer }) => offer.rate_pa],
      ['readAt', ({ offer }) => offer.scraped_at],
      ['sourcePage', ({ offer }) => offer.source_url],
      ['confirmedAt', ({ evidence }) => evidence?.last_verified_at],
      ['isStale', ({ evidence }) => evidence && (evidence.is_stale ? words.yes : words.no)],
      ['evidence', ({ evidence }) => evidence && (evidence.by_hand ? market.typed : market.page)],
      ['receipt', ({ evidence }) => evidence?.id],
    ],
    () => rows,
    messages,
  )
}
