import type { Payout, Variant } from '../../../src/domain/offer.ts'
import type { CorrectionRow, RateHistoryRow } from '../../api/api.ts'
import { useMessages } from '../../app/app-context.ts'
import { ChartData } from '../../chart/chart-data.tsx'
import { useGrowingRows } from '../../parts/growing-rows.tsx'
import { ReceiptLink } from '../../parts/receipt-link.tsx'
import { ScrollRegion } from '../../parts/scroll-region.tsx'
import { RateBefore, RecordMark } from './rate-history-cells.tsx'
import { recordMinimumText } from '../../parts/offer-texts.ts'

type RateHistoryTableProps = {
  /** Newest first. */
  readonly records: readonly RateHistoryRow[]
  /** The corrections of the institution's figures. */
  readonly corrections: readonly CorrectionRow[]
  readonly institutionName: string
  readonly variant: Variant
  readonly payout: Payout
}

/** The figures behind the charts of an institution's rates. */
export function RateHistoryTable(props: RateHistoryTableProps) {
  return <ChartData>{() => <Records {...props} />}</ChartData>
}

function Records(props: RateHistoryTableProps) {
  const { records, corrections, institutionName, variant, payout } = props
  const { institution, charts, words } = useMessages()
  const { history } = institution
  const { shown, more } = useGrowingRows(records)
  return (
    <ScrollRegion label={history.table}>
      <table>
        <caption>{history.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{charts.since}</th>
            <th scope="col" class="tier">
              {history.tierHead}
            </th>
            <th scope="col" class="number">
              {history.before}
            </th>
            <th scope="col" class="number">
              {history.rate}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((record, index) => (
            <tr key={index}>
              <th scope="row">{words.shortDay(record.changed_at)}</th>
              <td class="tier">
                {words.tenure(record.tenure_months)}
                <span class="details">{recordMinimumText(record, words)}</span>
              </td>
              <td class="number">
                <RateBefore record={record} />
              </td>
              <td class="number">
                <ReceiptLink
                  figure={{
                    ...record,
                    product_variant: variant,
                    payout_type: payout,
                    rate_pa: record.new_rate_pa,
                    at: record.changed_at,
                  }}
                  rate={record.new_rate_pa}
                  institutionName={institutionName}
                  places={3}
                />
                <RecordMark record={record} corrections={corrections} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </ScrollRegion>
  )
}
