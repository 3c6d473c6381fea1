import { useMessages } from '../../app/app-context.ts'
import { rateExtent, DotStrip } from '../../chart/dot-strip.tsx'
import type { Messages } from '../../messages/messages.ts'
import { decimalPlaces, Figure } from '../../parts/figures.tsx'
import { ScrollRegion } from '../../parts/tables.tsx'
import type { MarketOffer } from '../../rates/best-offers.ts'
import type { RateFigures } from '../../rates/rate-figures.ts'
import { exportTable, type ExportTable } from '../../take-along/export-table.ts'
import { Part } from '../../take-along/part.tsx'

type MarketFiguresProps = {
  readonly figures: readonly RateFigures[]
  /** The offers that the figures count. */
  readonly offers: readonly MarketOffer[]
  /** The terms in words. */
  readonly terms: string
}

/** The figures of banks and of finance companies, and a dot for the rate of each institution. */
export function MarketFigures({ figures, offers, terms }: MarketFiguresProps) {
  const messages = useMessages()
  const { market, words } = messages
  const extent = rateExtent(offers.map((offer) => offer.rate_pa))
  const places = decimalPlaces(figures.flatMap(summaryRates))
  return (
    <Part id="figures" title={market.figuresTitle({ terms })} table={exportOf(figures, messages)}>
      <ScrollRegion label={market.figures}>
        <table class="figures">
          <caption class="visually-hidden">{market.figuresCaption}</caption>
          <thead>
            <tr>
              <th scope="col">{market.percentAYear}</th>
              <th scope="col" class="dots">
                <span class="visually-hidden">{market.dots}</span>
              </th>
              <SummaryHeads />
            </tr>
          </thead>
          <tbody>
            {figures.map((row) => (
              <tr key={row.institution_type} class={row.institution_type}>
                <th scope="row">{words.types[row.institution_type]}</th>
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
    </Part>
  )
}

function exportOf(figures: readonly RateFigures[], messages: Messages): ExportTable {
  return exportTable<RateFigures>(
    [
      ['type', (row) => messages.words.typeNouns[row.institution_type]],
      ['institutions', (row) => row.institution_count],
      ['lowest', (row) => row.min_rate_pa],
      ['median', (row) => row.median_rate_pa],
      ['average', (row) => row.avg_rate_pa],
      ['highest', (row) => row.max_rate_pa],
    ],
    () => figures,
    messages,
  )
}

type SummaryFigures = Omit<RateFigures, 'institution_type'>

/** The rates of a summary in the order of their columns. A summary counts headline offers, one for each institution. */
function summaryRates(summary: SummaryFigures): readonly string[] {
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
