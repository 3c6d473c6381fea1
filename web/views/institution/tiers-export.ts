import type { Payout, Variant } from '../../../src/domain/offer.ts'
import type { InstitutionRow, RateHistoryRow } from '../../api/api.ts'
import type { Messages } from '../../messages/messages.ts'
import type { ExportTable } from '../../take-along/export-table.ts'
import { exportColumns } from '../../rates/export-cells.ts'

/** Every record of an institution's rates for some terms, with the times at which its page showed the rate. */
export function tiersExport(
  { id, name }: InstitutionRow,
  records: readonly RateHistoryRow[],
  variant: Variant,
  payout: Payout,
  messages: Messages,
): ExportTable {
  const { words } = messages
  return {
    columns: exportColumns(
      [
        'institutionId',
        'institution',
        'variant',
        'payout',
        'tenure',
        'minimum',
        'minimumBefore',
        'publishedAt',
        'rate',
        'direction',
        'rateBefore',
        'beforePublishedAt',
        'beforeSeenAt',
        'beforeWithdrawnAt',
        'readings',
      ],
      messages,
    ),
    rows: () =>
      records.map((record) => [
        id,
        name,
        words.variants[variant],
        words.payouts[payout],
        record.tenure_months,
        record.min_deposit,
        record.prev_min_deposit,
        record.changed_at,
        record.new_rate_pa,
        words.directions[record.direction],
        record.direction === 'initial' ? null : record.prev_rate_pa,
        record.prev_changed_at,
        record.prev_seen_at,
        record.prev_withdrawn_at,
        record.seen_at.join(' '),
      ]),
  }
}
