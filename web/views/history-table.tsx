import type { InstitutionType } from '../../src/domain/institution.ts'
import type { Stretch } from '../chart/stretches.ts'
import { Scroll } from '../parts/scroll.tsx'
import { SummaryCells, SummaryHeads } from '../parts/summary-cells.tsx'
import { shortDay, typeWords } from '../words.ts'

type HistoryTableProps = {
  readonly panels: readonly {
    readonly type: InstitutionType
    readonly stretches: readonly Stretch[]
  }[]
}

/** The figures behind the charts: a row for each day on which one of them changed, newest first. */
export function HistoryTable({ panels }: HistoryTableProps) {
  return (
    <details class="behind">
      <summary>The figures behind these charts</summary>
      {panels.map(({ type, stretches }) => (
        <Scroll key={type} label={`${typeWords[type]} over time`}>
          <table>
            <caption>{typeWords[type]}, % a year</caption>
            <thead>
              <tr>
                <th scope="col">Since</th>
                <SummaryHeads />
              </tr>
            </thead>
            <tbody>
              {stretches.toReversed().map(({ from, snapshot }) => (
                <tr key={from}>
                  <th scope="row">{shortDay(snapshot.snapshot_date)}</th>
                  <SummaryCells of={snapshot} places={3} />
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      ))}
    </details>
  )
}
