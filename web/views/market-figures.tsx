import type { Comparison, Group } from '../api.ts'
import { endsOf, Strip } from '../chart/strip.tsx'
import { Figure, placesOf } from '../parts/figures.tsx'
import { typeWords } from '../words.ts'

type FiguresProps = {
  readonly groups: readonly Group[]
  readonly offers: readonly Comparison[]
}

/** Lowest, median, average and highest rate of banks and of finance companies, and where each institution stands between. */
export function Figures({ groups, offers }: FiguresProps) {
  const ends = endsOf(offers.map((offer) => offer.rate_pa))
  const places = placesOf(
    groups.flatMap((group) => [
      group.min_rate_pa,
      group.median_rate_pa,
      group.avg_rate_pa,
      group.max_rate_pa,
    ]),
  )
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Figures of the market">
      <table class="figures">
        <caption class="unseen">Figures of the market, percent per annum</caption>
        <thead>
          <tr>
            <th scope="col">% a year</th>
            <th scope="col" class="wide">
              <span class="unseen">Each institution as a dot</span>
            </th>
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
              <td class="number">{group.institution_count}</td>
              {[group.min_rate_pa, group.median_rate_pa, group.avg_rate_pa, group.max_rate_pa].map(
                (rate, index) => (
                  <td key={index} class="number">
                    <Figure value={rate} places={places} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ratesOf(offers: readonly Comparison[], group: Group): readonly string[] {
  return offers
    .filter((offer) => offer.institution_type === group.institution_type)
    .map((offer) => offer.rate_pa)
}
