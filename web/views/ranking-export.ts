import type { Terms } from '../../src/domain/offer.ts'
import { annualEffectiveRateText } from '../../src/domain/yield.ts'
import type { ComparisonRow } from '../api.ts'
import type { Background } from '../background.ts'
import type { FindEvidence } from '../evidence-index.ts'
import { toDecimal } from '../format.ts'
import type { Messages } from '../messages/messages.ts'
import type { ExportTable } from '../take-along/export-table.ts'
import {
  exportColumns,
  institutionCells,
  institutionColumns,
  offerColumns,
  safetyCells,
  safetyColumns,
} from './export-cells.ts'

type RankingTable = {
  readonly offers: readonly ComparisonRow[]
  readonly terms: Terms
  readonly background: Background
  readonly findEvidence: FindEvidence
}

/** The table of a ranking that readers take along. */
export function rankingExport(
  { offers, terms, background, findEvidence }: RankingTable,
  messages: Messages,
): ExportTable {
  const { words } = messages
  const { variant, tenure, payout } = terms
  return {
    columns: exportColumns(
      [...institutionColumns, ...offerColumns, ...safetyColumns, 'receipt'],
      messages,
    ),
    rows: () =>
      offers.map((offer) => {
        const evidence = findEvidence({ ...offer, product_variant: variant })
        return [
          ...institutionCells(offer.institution_id, background, messages),
          offer.tenure_months,
          words.payouts[payout],
          words.variants[variant],
          offer.rate_pa,
          annualEffectiveRateText({ rate: toDecimal(offer.rate_pa), tenure, payout }),
          evidence?.min_deposit ?? null,
          ...safetyCells(offer.institution_id, background, messages),
          evidence?.id ?? null,
        ]
      }),
  }
}
