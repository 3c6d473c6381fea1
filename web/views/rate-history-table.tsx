import type { Payout, Variant } from '../../src/domain/offer.ts'
import type { CorrectionRow, RateHistoryRow } from '../api.ts'
import { formatShortDay, formatTenure } from '../format.ts'
import { Figure, formatMinimumOfChange, formatRate } from '../parts/figures.tsx'
import { CorrectionMark } from '../parts/correction-mark.tsx'
import { ReceiptLink } from '../parts/receipt-link.tsx'
import { ScrollRegion } from '../parts/scroll-region.tsx'

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
  const { records, corrections, institutionName, variant, payout } = props
  return (
    <details class="chart-data">
      <summary>The figures behind these charts</summary>
      <ScrollRegion label="Every rate that was printed">
        <table>
          <caption>Every rate that was printed, newest first, % a year</caption>
          <thead>
            <tr>
              <th scope="col">Since</th>
              <th scope="col" class="tier">
                Tenure and deposit
              </th>
              <th scope="col" class="number">
                Before
              </th>
              <th scope="col" class="number">
                Rate
              </th>
            </tr>
          </thead>
          <tbody>
            {records.map((record, index) => (
              <tr key={index}>
                <th scope="row">{formatShortDay(record.changed_at)}</th>
                <td class="tier">
                  {formatTenure(record.tenure_months)}
                  <span class="details">{formatMinimumOfChange(record)}</span>
                </td>
                <td class="number">
                  {record.direction === 'initial' ? (
                    'first'
                  ) : (
                    <Figure value={record.prev_rate_pa} places={3} />
                  )}
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
      </ScrollRegion>
    </details>
  )
}

type RecordMarkProps = {
  readonly record: RateHistoryRow
  readonly corrections: readonly CorrectionRow[]
}

/** Marks a record that was wrong. The record of its correction has no mark. */
function RecordMark({ record, corrections }: RecordMarkProps) {
  const { changed_at: at, new_rate_pa: rate } = record
  const ofTier = corrections.filter(
    ({ tenure_months, min_deposit }) =>
      tenure_months === record.tenure_months && min_deposit === record.min_deposit,
  )
  // A corrected figure may have been wrong again: the record is then that of an earlier correction of the same sheet.
  const isOfRecord = ({ published_at, target }: CorrectionRow): boolean =>
    published_at === at || ofTier.some((one) => one.target === target && one.corrected_at === at)
  if (!ofTier.some((one) => one.was_rate_pa === rate && isOfRecord(one))) return null
  return (
    <small class="mark">
      <CorrectionMark
        institutionId={record.institution_id}
        figure={`${formatRate(record.new_rate_pa)} % of ${formatShortDay(record.changed_at)}`}
      />
    </small>
  )
}
