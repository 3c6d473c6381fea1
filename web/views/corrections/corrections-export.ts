import type { CorrectionRow } from '../../api/api.ts'
import type { Messages } from '../../messages/messages.ts'
import { exportTable, type ExportTable } from '../../take-along/export-table.ts'

/** The corrected figures as a table that readers take along. */
export function correctionsExport(
  load: (at: string) => Promise<readonly CorrectionRow[]>,
  messages: Messages,
): ExportTable {
  const { corrections, words } = messages
  return exportTable<CorrectionRow>(
    [
      ['correctionId', (row) => row.id],
      ['correctedAt', (row) => row.corrected_at],
      ['publishedAt', (row) => row.published_at],
      ['institutionId', (row) => row.institution_id],
      ['institution', (row) => row.institution_name],
      ['type', (row) => words.typeNouns[row.institution_type]],
      ['variant', (row) => words.variants[row.product_variant]],
      ['tenure', (row) => row.tenure_months],
      ['payout', (row) => words.payouts[row.payout_type]],
      ['minimum', (row) => row.min_deposit],
      ['publishedRate', (row) => row.was_rate_pa],
      ['rightRate', (row) => row.now_rate_pa],
      ['isRetraction', (row) => (row.retraction ? words.yes : words.no)],
      ['cause', (row) => corrections.causes[row.cause]],
      ['causeNote', (row) => row.note],
    ],
    load,
    messages,
  )
}
