import type { RateChangeRow } from '../../api/api.ts'
import type { Messages } from '../../messages/messages.ts'
import { gapNote } from '../../rates/reading-gap.ts'
import { exportTable, type ExportTable } from '../../take-along/export-table.ts'
import { directionOf, sizeOf } from './net-moves.ts'

/** The changes as a table that readers take along. */
export function changesExport(
  load: (at: string) => Promise<readonly RateChangeRow[]>,
  messages: Messages,
): ExportTable {
  const { words } = messages
  return exportTable<RateChangeRow>(
    [
      ['publishedAt', (row) => row.changed_at],
      ['institutionId', (row) => row.institution_id],
      ['institution', (row) => row.institution_name],
      ['type', (row) => words.typeNouns[row.institution_type]],
      ['variant', (row) => words.variants[row.product_variant]],
      ['tenure', (row) => row.tenure_months],
      ['tenureTo', (row) => row.tenure_to_months],
      ['payout', (row) => words.payouts[row.payout_type]],
      ['minimum', (row) => row.min_deposit],
      ['minimumBefore', (row) => row.prev_min_deposit],
      ['rateBefore', (row) => row.prev_rate_pa],
      ['rate', (row) => row.new_rate_pa],
      // Spreadsheets take a hyphen as the sign of a number, and not the sign of typography.
      ['basisPoints', (row) => (directionOf(row) === 'down' ? '-' : '') + sizeOf(row)],
      ['direction', (row) => words.directions[row.direction]],
      ['readAt', (row) => row.read_at],
      ['sourcePage', (row) => row.source_url],
      ['printedDate', (row) => row.printed_date],
      ['beforePublishedAt', (row) => row.prev_changed_at],
      ['beforeSeenAt', (row) => row.prev_seen_at],
      ['beforeWithdrawnAt', (row) => row.prev_withdrawn_at],
      ['warning', (row) => gapNote(row, messages)],
    ],
    load,
    messages,
  )
}
