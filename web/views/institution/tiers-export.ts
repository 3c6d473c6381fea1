import type { Payout, Variant } from '../../../src/domain/offer.ts'
import type { InstitutionRow, RateHistoryRow } from '../../api/api.ts'
import type { Messages } from '../../messages/messages.ts'
import { exportTable, type ExportTable } from '../../take-along/export-table.ts'

/** Every record of an institution's rates for some terms, with the times at which its page showed the rate. */
export function tiersExport(
  { id, name }: InstitutionRow,
  records: readonly RateHistoryRow[],
  variant: Variant,
  payout: Payout,
  messages: Messages,
): ExportTable {
  const { words } = messages
  return exportTable<RateHistoryRow>(
    [
      ['institutionId', () => id],
      ['institution', () => name],
      ['variant', () => words.variants[variant]],
      ['payout', () => words.payouts[payout]],
      ['tenure', (record) => record.tenure_months],
      ['minimum', (record) => record.min_deposit],
      ['minimumBefore', (record) => record.prev_min_deposit],
      ['publishedAt', (record) => record.changed_at],
      ['rate', (record) => record.new_rate_pa],
      ['direction', (record) => words.directions[record.direction]],
      ['rateBefore', (record) => (record.direction === 'initial' ? null : record.prev_rate_pa)],
      ['beforePublishedAt', (record) => record.prev_changed_at],
      ['beforeSeenAt', (record) => record.prev_seen_at],
      ['beforeWithdrawnAt', (record) => record.prev_withdrawn_at],
      ['readings', (record) => record.seen_at.join(' ')],
    ],
    () => records,
    messages,
  )
}
