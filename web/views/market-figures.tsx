import type { Comparison, Group } from '../api.ts'
import { endsOf, Strip } from '../chart/strip.tsx'
import { placesOf } from '../parts/figures.tsx'
import { Scroll } from '../parts/scroll.tsx'
import { figuresOf, SummaryCells, SummaryHeads } from '../parts/summary-cells.tsx'
import { typeWords } from '../words.ts'

type FiguresProps = {
  readonly groups: readonly Group[]
  readonly offers: readonly Comparison[]
}

/** Lowest, median, average and highest rate of banks and of finance companies, and where each institution stands between. */
export function Figures({ groups, offers }: FiguresProps) {
  const ends = endsOf(offers.map((offer) => offer.rate_pa))
  const places = placesOf(groups.flatMap(figuresOf))
  return (
    <Scroll label="Figures of the market">
      <table class="figures">
        <caption class="unseen">Figures of the market, percent per annum</caption>
        <thead>
          <tr>
            <th scope="col">% a year</th>
            <th scope="col" class="wide">
              <span class="unseen">Each institution as a dot</span>
            </th>
            <SummaryHeads />
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.institution_type} class={group.institution_type}>
              <th scope="row">{typeWords[group.institution_type]}</th>
              <td class="wide">
                <Strip
                  name={group.institution_type}
                  rates={ratesOf(offers, group)}
                  median={group.median_rate_pa}
                  ends={ends}
                />
              </td>
              <SummaryCells of={group} places={places} />
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

function ratesOf(offers: readonly Comparison[], group: Group): readonly string[] {
  return offers
    .filter((offer) => offer.institution_type === group.institution_type)
    .map((offer) => offer.rate_pa)
}
