import type { ComparisonRow, SummaryRow } from '../api.ts'
import { DotStrip, rateExtent } from '../chart/dot-strip.tsx'
import { typeLabels } from '../format.ts'
import { decimalPlaces } from '../parts/figures.tsx'
import { ScrollRegion } from '../parts/scroll-region.tsx'
import { SummaryCells, SummaryHeads, summaryRates } from '../parts/summary-cells.tsx'

type MarketFiguresProps = {
  readonly summary: readonly SummaryRow[]
  readonly offers: readonly ComparisonRow[]
}

/** The summary of banks and of finance companies, and a dot for the rate of each institution. */
export function MarketFigures({ summary, offers }: MarketFiguresProps) {
  const extent = rateExtent(offers.map((offer) => offer.rate_pa))
  const places = decimalPlaces(summary.flatMap(summaryRates))
  return (
    <ScrollRegion label="Figures of the market">
      <table class="figures">
        <caption class="visually-hidden">Headline offers of the market, percent per annum</caption>
        <thead>
          <tr>
            <th scope="col">% a year</th>
            <th scope="col" class="dots">
              <span class="visually-hidden">Each institution as a dot</span>
            </th>
            <SummaryHeads />
          </tr>
        </thead>
        <tbody>
          {summary.map((row) => (
            <tr key={row.institution_type} class={row.institution_type}>
              <th scope="row">{typeLabels[row.institution_type]}</th>
              <td class="dots">
                <DotStrip
                  type={row.institution_type}
                  rates={offers
                    .filter((offer) => offer.institution_type === row.institution_type)
                    .map((offer) => offer.rate_pa)}
                  median={row.median_rate_pa}
                  extent={extent}
                />
              </td>
              <SummaryCells summary={row} places={places} />
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
