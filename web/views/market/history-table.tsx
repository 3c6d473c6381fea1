import { useMessages } from '../../app/app-context.ts'
import { ChartData } from '../../chart/chart-data.tsx'
import type { MarketPanel } from '../../chart/history-panel.tsx'
import { joinPeriods } from '../../chart/periods.ts'
import { useGrowingRows } from '../../parts/growing-rows.tsx'
import { ScrollRegion } from '../../parts/scroll-region.tsx'
import { SummaryCells, SummaryHeads } from '../../parts/summary-cells.tsx'

/** The figures behind the charts: a row for each day on which one of them changed, newest first. */
export function HistoryTable({ panels }: { readonly panels: readonly MarketPanel[] }) {
  return (
    <ChartData>{() => panels.map((panel) => <PanelTable key={panel.type} {...panel} />)}</ChartData>
  )
}

function PanelTable({ type, periods, countsOlder }: MarketPanel) {
  const { charts, words } = useMessages()
  const { shown, more } = useGrowingRows(joinPeriods(periods).toReversed())
  const caption = charts.headlineOffers({ type: words.types[type] })
  return (
    <ScrollRegion label={charts.overTime({ type: words.types[type] })}>
      <table>
        <caption>{countsOlder ? charts.withOlder({ figures: caption }) : caption}</caption>
        <thead>
          <tr>
            <th scope="col">{charts.since}</th>
            <SummaryHeads />
          </tr>
        </thead>
        <tbody>
          {shown.map(({ from, since, summary }) => (
            <tr key={from}>
              <th scope="row">{words.shortDay(since)}</th>
              <SummaryCells summary={summary} places={3} />
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </ScrollRegion>
  )
}
