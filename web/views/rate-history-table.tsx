import type { RateHistoryRow } from '../api.ts'
import { formatShortDay, formatTenure } from '../format.ts'
import { Figure, formatMinimumOfChange } from '../parts/figures.tsx'
import { ScrollRegion } from '../parts/scroll-region.tsx'

type RateHistoryTableProps = {
  /** Newest first. */
  readonly records: readonly RateHistoryRow[]
}

/** The figures behind the charts of an institution's rates. */
export function RateHistoryTable({ records }: RateHistoryTableProps) {
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
                  <Figure value={record.new_rate_pa} places={3} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  )
}
