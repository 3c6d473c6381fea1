import type { ParametersFor } from '../../src/client/client.ts'
import type { Client } from '../../src/client/methods.ts'
import type { SummaryHistoryRow } from '../api.ts'
import type { Messages } from '../messages/messages.ts'
import type { ExportTable } from '../take-along/export-table.ts'

/** The figures behind the charts of the market: a row for each day and type, as the API has them. */
export function historyExport(
  parameters: ParametersFor<'listSummaryHistory'>,
  client: Client,
  { charts: { columns } }: Messages,
): ExportTable {
  const keyOf = (row: SummaryHistoryRow): string => `${row.snapshot_date} ${row.institution_type}`
  return {
    columns: [
      { head: columns.day, kind: 'day' },
      { head: columns.type, kind: 'text' },
      { head: columns.variant, kind: 'text' },
      { head: columns.tenure, kind: 'decimal' },
      { head: columns.payout, kind: 'text' },
      { head: columns.institutions, kind: 'count' },
      { head: columns.lowest, kind: 'decimal' },
      { head: columns.median, kind: 'decimal' },
      { head: columns.highest, kind: 'decimal' },
      { head: columns.average, kind: 'decimal' },
      { head: columns.constantInstitutions, kind: 'count' },
      { head: columns.constantMedian, kind: 'decimal' },
    ],
    rows: async () => {
      const [{ rows }, throughoutRows] = await Promise.all([
        client.listSummaryHistory(parameters),
        client.listSummaryHistory({ ...parameters, panel: 'constant' }),
      ])
      const constant = new Map(throughoutRows.rows.map((row) => [keyOf(row), row]))
      return rows.map((row) => {
        const throughout = constant.get(keyOf(row))
        return [
          row.snapshot_date,
          row.institution_type,
          row.product_variant,
          row.tenure_months,
          row.payout_type,
          row.institution_count,
          row.min_rate_pa,
          row.median_rate_pa,
          row.max_rate_pa,
          row.avg_rate_pa,
          throughout?.institution_count ?? 0,
          throughout?.median_rate_pa ?? null,
        ]
      })
    },
  }
}
