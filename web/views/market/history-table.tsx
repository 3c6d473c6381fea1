import { useMessages } from '../../app/app-context.ts'
import { ChartData, ScrollRegion, useGrowingRows } from '../../parts/tables.tsx'
import type { MarketPanel } from './history-panel.tsx'
import { joinPeriods } from './periods.ts'
import { SummaryCells, SummaryHeads } from './market-figures.tsx'

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
