import type { CorrectionRow } from '../api.ts'
import type { Messages } from '../messages/messages.ts'
import type { ExportTable } from '../take-along/export-table.ts'

/** The corrected figures as a table that readers take along. */
export function correctionsTable(
  load: () => Promise<readonly CorrectionRow[]>,
  { changes, corrections, words }: Messages,
): ExportTable {
  const columns = { ...changes.columns, ...corrections.columns }
  return {
    columns: [
      { head: columns.id, kind: 'text' },
      { head: columns.correctedAt, kind: 'instant' },
      { head: columns.publishedAt, kind: 'instant' },
      { head: columns.institutionId, kind: 'text' },
      { head: columns.institution, kind: 'text' },
      { head: columns.type, kind: 'text' },
      { head: columns.variant, kind: 'text' },
      { head: columns.tenure, kind: 'decimal' },
      { head: columns.payout, kind: 'text' },
      { head: columns.minimum, kind: 'decimal' },
      { head: columns.wasRate, kind: 'decimal' },
      { head: columns.nowRate, kind: 'decimal' },
      { head: columns.retraction, kind: 'text' },
      { head: columns.cause, kind: 'text' },
      { head: columns.note, kind: 'text' },
    ],
    rows: async () =>
      (await load()).map((row) => [
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
