import type { SummaryRow } from '../api/api.ts'
import { useMessages } from '../app/app-context.ts'
import { Figure } from './figures.tsx'

type SummaryFigures = Pick<
  SummaryRow,
  'institution_count' | 'min_rate_pa' | 'median_rate_pa' | 'avg_rate_pa' | 'max_rate_pa'
>

/** The rates of a summary in the order of their columns. A summary counts headline offers, one for each institution. */
export function summaryRates(summary: SummaryFigures): readonly string[] {
  return [summary.min_rate_pa, summary.median_rate_pa, summary.avg_rate_pa, summary.max_rate_pa]
}

export function SummaryHeads() {
  const { offers, lowest, median, average, highest } = useMessages().market
  return [offers, lowest, median, average, highest].map((name) => (
    <th key={name} scope="col" class="number">
      {name}
    </th>
  ))
}

type SummaryCellsProps = { readonly summary: SummaryFigures; readonly places: number }

/** The cells below `SummaryHeads`. */
export function SummaryCells({ summary, places }: SummaryCellsProps) {
  return (
    <>
      <td class="number">{summary.institution_count}</td>
      {summaryRates(summary).map((rate, index) => (
        <td key={index} class="number">
          <Figure value={rate} places={places} />
        </td>
      ))}
    </>
  )
}
