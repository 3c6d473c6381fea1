import { basisPointsBetween } from '../../../src/domain/yield.ts'
import type { RateChangeRow } from '../../api/api.ts'
import { toDecimal } from '../../rates/format.ts'
import type { Messages } from '../../messages/messages.ts'
import type { ExportTable } from '../../take-along/export-table.ts'
import { exportColumns } from '../../rates/export-cells.ts'

/** The changes as a table that readers take along. */
export function changesExport(
  load: (at: string) => Promise<readonly RateChangeRow[]>,
  messages: Messages,
): ExportTable {
  const { words } = messages
  return {
    columns: exportColumns(
      [
        'publishedAt',
        'institutionId',
        'institution',
        'type',
        'variant',
        'tenure',
        'payout',
        'minimum',
        'minimumBefore',
        'rateBefore',
        'rate',
        'basisPoints',
        'direction',
        'readAt',
        'printedDate',
        'beforePublishedAt',
        'beforeSeenAt',
        'beforeWithdrawnAt',
      ],
      messages,
    ),
    rows: async (at) =>
      (await load(at)).map((row) => [
        row.changed_at,
        row.institution_id,
        row.institution_name,
        words.typeNouns[row.institution_type],
        words.variants[row.product_variant],
        row.tenure_months,
        words.payouts[row.payout_type],
        row.min_deposit,
        row.prev_min_deposit,
        row.prev_rate_pa,
        row.new_rate_pa,
        basisPointsBetween(toDecimal(row.prev_rate_pa), toDecimal(row.new_rate_pa)),
        words.directions[row.direction],
        row.read_at,
        row.printed_date,
        row.prev_changed_at,
        row.prev_seen_at,
        row.prev_withdrawn_at,
      ]),
  }
}
