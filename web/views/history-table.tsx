import type { InstitutionType } from '../../src/domain/institution.ts'
import type { ChartPeriod } from '../chart/periods.ts'
import { formatShortDay, typeLabels } from '../format.ts'
import { ScrollRegion } from '../parts/scroll-region.tsx'
import { SummaryCells, SummaryHeads } from '../parts/summary-cells.tsx'

type HistoryTableProps = {
  readonly panels: readonly {
    readonly type: InstitutionType
    readonly periods: readonly ChartPeriod[]
  }[]
}

/** The figures behind the charts: a row for each day on which one of them changed, newest first. */
export function HistoryTable({ panels }: HistoryTableProps) {
  return (
    <details class="chart-data">
      <summary>The figures behind these charts</summary>
      {panels.map(({ type, periods }) => (
        <ScrollRegion key={type} label={`${typeLabels[type]} over time`}>
          <table>
            <caption>{typeLabels[type]}: headline offers, % a year</caption>
            <thead>
              <tr>
                <th scope="col">Since</th>
                <SummaryHeads />
              </tr>
            </thead>
            <tbody>
              {periods.toReversed().map(({ from, summary }) => (
                <tr key={from}>
                  <th scope="row">{formatShortDay(summary.snapshot_date)}</th>
                  <SummaryCells summary={summary} places={3} />
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      ))}
    </details>
  )
}
