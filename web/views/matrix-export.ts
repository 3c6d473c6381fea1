import { annualEffectiveRateText } from '../../src/domain/yield.ts'
import type { Payout, Variant } from '../../src/domain/offer.ts'
import type { Background } from '../background.ts'
import { toDecimal } from '../format.ts'
import type { Messages } from '../messages/messages.ts'
import type { ExportTable } from '../take-along/export-table.ts'
import { institutionCells, institutionColumns, safetyCells, safetyColumns } from './export-cells.ts'
import type { MatrixRow } from './matrix-rows.ts'

type MatrixTerms = { readonly variant: Variant; readonly payout: Payout }

/** The table of all rates that readers take along: a row for each institution and tenure. */
export function matrixExport(
  rows: readonly MatrixRow[],
  { variant, payout }: MatrixTerms,
  background: Background,
  messages: Messages,
): ExportTable {
  const { columns } = messages.market
  const { words } = messages
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
    ],
    rows: () =>
      rows.flatMap(({ institution_id: id, cells }) =>
        [...cells.values()].map(({ offer }) => [
          ...institutionCells(id, background, messages),
          offer.tenure_months,
          words.payouts[payout],
          words.variants[variant],
          offer.rate_pa,
          annualEffectiveRateText({
            rate: toDecimal(offer.rate_pa),
            tenure: toDecimal(offer.tenure_months),
            payout,
          }),
          offer.min_deposit,
          ...safetyCells(id, background, messages),
        ]),
      ),
  }
}
