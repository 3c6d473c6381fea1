import type { ParametersFor } from '../../../src/serve/client/client.ts'
import type { PageClient, SummaryHistoryRow } from '../../api/api.ts'
import { periodAt, periodsByType, type HistoryRows, type LastConfirmations } from './periods.ts'
import type { Messages } from '../../messages/messages.ts'
import { exportTable, type ExportTable } from '../../take-along/export-table.ts'

type HistoryConfirmation = {
  /** All periods of these terms, which say whether pages of the group were read. */
  readonly rows: HistoryRows
  readonly confirmed: LastConfirmations
}

/** The figures behind the charts of the market: a row for each day and type, and whether somebody confirmed the figures. */
export function historyExport(
  parameters: ParametersFor<'listSummaryHistory'>,
  { rows: periodRows, confirmed }: HistoryConfirmation,
  client: PageClient,
  messages: Messages,
): ExportTable {
  const { charts, words } = messages
  const periods = periodsByType(periodRows)
  const confirmation = ({ snapshot_date: day, institution_type: type }: SummaryHistoryRow) => {
    const at = Date.parse(day)
    const confirmedUntil = confirmed.get(type) ?? Infinity
    if (at >= confirmedUntil)
      return charts.notConfirmedSince({ last: words.shortDay(confirmedUntil - 1) })
    const isUnread = periodAt(periods.get(type) ?? [], at)?.wasRead === false
    return isUnread ? charts.notReadForLong : words.yes
  }
  const keyOf = (row: SummaryHistoryRow): string => `${row.snapshot_date} ${row.institution_type}`
  const load = async (at: string) => {
    const ofMoment = { ...parameters, known_at: at }
    const [{ rows }, throughoutRows] = await Promise.all([
      client.listSummaryHistory(ofMoment),
      client.listSummaryHistory({ ...ofMoment, panel: 'constant' }),
    ])
    const constant = new Map(throughoutRows.rows.map((row) => [keyOf(row), row]))
    return rows.map((row) => ({ row, throughout: constant.get(keyOf(row)) }))
  }
  return exportTable<Awaited<ReturnType<typeof load>>[number]>(
    [
      ['day', ({ row }) => row.snapshot_date],
      ['type', ({ row }) => words.typeNouns[row.institution_type]],
      ['variant', ({ row }) => words.variants[row.product_variant]],
      ['tenure', ({ row }) => row.tenure_months],
      ['payout', ({ row }) => words.payouts[row.payout_type]],
      ['institutions', ({ row }) => row.institution_count],
      ['lowest', ({ row }) => row.min_rate_pa],
      ['median', ({ row }) => row.median_rate_pa],
      ['highest', ({ row }) => row.max_rate_pa],
      ['average', ({ row }) => row.avg_rate_pa],
      ['constantInstitutions', ({ throughout }) => throughout?.institution_count ?? 0],
      ['constantMedian', ({ throughout }) => throughout?.median_rate_pa],
      ['isConfirmed', ({ row }) => confirmation(row)],
    ],
    load,
    messages,
  )
}
