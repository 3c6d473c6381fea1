import type { Payout, Variant } from '../../src/domain/offer.ts'
import type { InstitutionRow, RateHistoryRow } from '../api.ts'
import type { Messages } from '../messages/messages.ts'
import type { ExportTable } from '../take-along/export-table.ts'

/** Every record of an institution's rates for some terms, with the times at which its page showed the rate. */
export function tiersExport(
  { id, name }: InstitutionRow,
  records: readonly RateHistoryRow[],
  variant: Variant,
  payout: Payout,
  { institution: { columns } }: Messages,
): ExportTable {
  return {
    columns: [
      { head: columns.institution, kind: 'text' },
      { head: columns.name, kind: 'text' },
      { head: columns.variant, kind: 'text' },
      { head: columns.payout, kind: 'text' },
      { head: columns.tenure, kind: 'decimal' },
      { head: columns.minimum, kind: 'decimal' },
      { head: columns.minimumBefore, kind: 'decimal' },
      { head: columns.since, kind: 'instant' },
      { head: columns.rate, kind: 'decimal' },
      { head: columns.direction, kind: 'text' },
      { head: columns.before, kind: 'decimal' },
      { head: columns.beforeSince, kind: 'instant' },
      { head: columns.beforeSeen, kind: 'instant' },
      { head: columns.seen, kind: 'text' },
    ],
    rows: () =>
      records.map((record) => [
        id,
        name,
        variant,
        payout,
        record.tenure_months,
        record.min_deposit,
        record.prev_min_deposit,
        record.changed_at,
        record.new_rate_pa,
        record.direction,
        record.direction === 'initial' ? null : record.prev_rate_pa,
        record.prev_changed_at,
        record.prev_seen_at,
        record.seen_at?.join(' ') ?? null,
      ]),
  }
}
