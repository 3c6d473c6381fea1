import { basisPointsBetween } from '../../src/domain/yield.ts'
import type { RateChangeRow } from '../api.ts'
import { toDecimal } from '../format.ts'
import type { Messages } from '../messages/messages.ts'
import type { ExportTable } from '../take-along/export-table.ts'

/** The changes as a table that readers take along. */
export function changesTable(
  load: () => Promise<readonly RateChangeRow[]>,
  { changes, words }: Messages,
): ExportTable {
  const { columns } = changes
  return {
    columns: [
      { head: columns.publishedAt, kind: 'instant' },
      { head: columns.institutionId, kind: 'text' },
      { head: columns.institution, kind: 'text' },
      { head: columns.type, kind: 'text' },
      { head: columns.variant, kind: 'text' },
      { head: columns.tenure, kind: 'decimal' },
      { head: columns.payout, kind: 'text' },
      { head: columns.minimum, kind: 'decimal' },
      { head: columns.minimumBefore, kind: 'decimal' },
      { head: columns.before, kind: 'decimal' },
      { head: columns.since, kind: 'decimal' },
      { head: columns.basisPoints, kind: 'decimal' },
      { head: columns.direction, kind: 'text' },
      { head: columns.beforePublishedAt, kind: 'instant' },
      { head: columns.beforeSeenAt, kind: 'instant' },
    ],
    rows: async () =>
      (await load()).map((row) => [
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
        row.direction === 'up' ? changes.up : changes.down,
        row.prev_changed_at,
        row.prev_seen_at,
      ]),
  }
}
