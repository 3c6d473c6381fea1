import type { InstitutionType } from '../../src/domain/institution.ts'
import { dayOf } from '../../src/domain/day.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { Stretch } from '../chart/stretches.ts'
import { Figure } from '../parts/figures.tsx'
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
        <div
          key={type}
          class="scroll"
          tabIndex={0}
          role="region"
          aria-label={`${typeWords[type]} over time`}
        >
          <table>
            <caption>{typeWords[type]}, % a year</caption>
            <thead>
              <tr>
                <th scope="col">Since</th>
                <th scope="col" class="number">
                  Offers
                </th>
                <th scope="col" class="number">
                  Lowest
                </th>
                <th scope="col" class="number">
                  Median
                </th>
                <th scope="col" class="number">
                  Average
                </th>
                <th scope="col" class="number">
                  Highest
                </th>
              </tr>
            </thead>
            <tbody>
              {stretches.toReversed().map(({ from, snapshot }) => (
                <tr key={from}>
                  <th scope="row">{shortDay(dayOf(from as Instant))}</th>
                  <td class="number">{snapshot.institution_count}</td>
                  <td class="number">
                    <Figure value={snapshot.min_rate_pa} places={3} />
                  </td>
                  <td class="number">
                    <Figure value={snapshot.median_rate_pa} places={3} />
                  </td>
                  <td class="number">
                    <Figure value={snapshot.avg_rate_pa} places={3} />
                  </td>
                  <td class="number">
                    <Figure value={snapshot.max_rate_pa} places={3} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
    </details>
  )
}
