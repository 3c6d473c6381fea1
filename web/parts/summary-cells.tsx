import type { Group } from '../api.ts'
import { Figure } from './figures.tsx'

type Measured = Pick<
  Group,
  'institution_count' | 'min_rate_pa' | 'median_rate_pa' | 'avg_rate_pa' | 'max_rate_pa'
>

/** The rates that measure a group, in the order of their columns. */
export function figuresOf(group: Measured): readonly string[] {
  return [group.min_rate_pa, group.median_rate_pa, group.avg_rate_pa, group.max_rate_pa]
}

/** The heads of the columns that count and measure a group. */
export function SummaryHeads() {
  return ['Offers', 'Lowest', 'Median', 'Average', 'Highest'].map((name) => (
    <th key={name} scope="col" class="number">
      {name}
    </th>
  ))
}

/** The cells below them. */
export function SummaryCells({ of, places }: { readonly of: Measured; readonly places: number }) {
  return (
    <>
      <td class="number">{of.institution_count}</td>
      {figuresOf(of).map((rate, index) => (
        <td key={index} class="number">
          <Figure value={rate} places={places} />
        </td>
      ))}
    </>
  )
}
