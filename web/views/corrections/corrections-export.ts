import type { CorrectionRow } from '../../api/api.ts'
import type { Messages } from '../../messages/messages.ts'
import type { ExportTable } from '../../take-along/export-table.ts'
import { exportColumns } from '../../rates/export-cells.ts'

/** The corrected figures as a table that readers take along. */
export function correctionsExport(
  load: (at: string) => Promise<readonly CorrectionRow[]>,
  messages: Messages,
): ExportTable {
  const { corrections, words } = messages
  return {
    columns: exportColumns(
      [
        'correctionId',
        'correctedAt',
        'publishedAt',
        'institutionId',
        'institution',
        'type',
        'variant',
        'tenure',
        'payout',
        'minimum',
        'publishedRate',
        'rightRate',
        'isRetraction',
        'cause',
        'causeNote',
      ],
      messages,
    ),
    rows: async (at) =>
      (await load(at)).map((row) => [
        row.id,
        row.corrected_at,
        row.published_at,
        row.institution_id,
        row.institution_name,
        words.typeNouns[row.institution_type],
        words.variants[row.product_variant],
        row.tenure_months,
        words.payouts[row.payout_type],
        row.min_deposit,
        row.was_rate_pa,
        row.now_rate_pa,
        row.retraction ? words.yes : words.no,
        corrections.causes[row.cause],
        row.note,
      ]),
  }
}
