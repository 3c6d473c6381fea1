import type { Payout, Variant } from '../../../src/domain/offer.ts'
import type { CorrectionRow, RateHistoryRow } from '../../api/api.ts'
import { useMessages } from '../../app/app-context.ts'
import { formatRate, Figure } from '../../parts/figures.tsx'
import { CorrectionMark } from '../../parts/marks.tsx'
import { recordMinimumText, tenureText } from '../../parts/offer-texts.ts'
import { ReceiptLink } from '../../parts/receipt-link.tsx'
import { useGrowingRows, ChartData, ScrollRegion, TableHead } from '../../parts/tables.tsx'
import { timesBefore } from '../../rates/reading-gap.ts'

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
        <TableHead
          heads={[
            [charts.since],
            [history.tierHead, 'tier'],
            [history.before, 'number'],
            [history.rate, 'number'],
          ]}
        />
        <tbody>
          {shown.map((record, index) => (
            <tr key={index}>
              <th scope="row">{words.shortDay(record.changed_at)}</th>
              <td class="tier">
                {tenureText(record, words)}
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

/** The rate before a change, how long it had stood and when it was last seen. A long time without a reading is marked. */
function RateBefore({ record }: { readonly record: RateHistoryRow }) {
  const { institution, words } = useMessages()
  const { history } = institution
  if (record.direction === 'initial') return history.first
  const times = timesBefore(record)
  return (
    <>
      <Figure value={record.prev_rate_pa} places={3} />
      {times !== undefined && (
        <small class="details">
          {times.stood === 0
            ? history.lastSeen({ day: words.shortDay(times.seenAt) })
            : history.stood({
                duration: words.duration(times.stood),
                lastSeen: words.shortDay(times.seenAt),
              })}
          {times.withdrawnAt !== null && (
            <strong class="gap">
              {history.withdrawn({ day: words.shortDay(times.withdrawnAt) })}
            </strong>
          )}
          {times.unread !== undefined && (
            <strong class="gap">
              {history.longGap({ duration: words.duration(times.unread) })}
            </strong>
          )}
        </small>
      )}
    </>
  )
}

type RecordMarkProps = {
  readonly record: RateHistoryRow
  readonly corrections: readonly CorrectionRow[]
}

/** Marks a record that was wrong, or whose sheet was retracted. The record of its correction has no mark. */
function RecordMark({ record, corrections }: RecordMarkProps) {
  const { institution, words } = useMessages()
  const { changed_at: at, new_rate_pa: rate } = record
  const ofTier = corrections.filter(
    (row) =>
      row.tenure_months === record.tenure_months &&
      row.tenure_to_months === record.tenure_to_months &&
      row.min_deposit === record.min_deposit,
  )
  // A corrected figure may have been wrong again: the record is then that of an earlier correction of the same sheet.
  const isOfRecord = ({ published_at, corrected_at, target }: CorrectionRow): boolean =>
    corrected_at >= at &&
    (published_at === at || ofTier.some((one) => one.target === target && one.corrected_at === at))
  if (!ofTier.some((one) => one.was_rate_pa === rate && isOfRecord(one))) return null
  return (
    <small class="mark">
      <CorrectionMark
        institutionId={record.institution_id}
        figure={institution.history.corrected({ rate: formatRate(rate), day: words.shortDay(at) })}
      />
    </small>
  )
}
