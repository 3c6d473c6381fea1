import { useMemo, useState } from 'preact/hooks'
import { dayAfter, dayOf, startOf, type Day } from '../../../src/domain/day.ts'
import type { Instant } from '../../../src/domain/instant.ts'
import { institutionTypes, type InstitutionType } from '../../../src/domain/institution.ts'
import type { Terms } from '../../../src/domain/offer.ts'
import { useApp, useMessages } from '../../app/app-context.ts'
import { pathWith } from '../../app/routes.ts'
import { rateTicks } from '../../chart/scale.ts'
import type { Messages } from '../../messages/messages.ts'
import { DayField } from '../../parts/controls.tsx'
import { formatRate } from '../../parts/figures.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useGrowingRows, ChartData, ScrollRegion } from '../../parts/tables.tsx'
import type { ExportTable } from '../../take-along/export-table.ts'
import { Part } from '../../take-along/part.tsx'
import { HistoryPanel, type MarketPanel } from './history-panel.tsx'
import { SummaryCells, SummaryHeads } from './market-figures.tsx'
import {
  clipPeriods,
  joinPeriods,
  periodAt,
  periodsByType,
  timeRangeOf,
  type HistoryRows,
  type LastConfirmations,
} from './periods.ts'

type HistoryPanelsProps = {
  readonly rows: HistoryRows
  /** The institutions that had an offer on every day shown; `undefined` while they are loading. */
  readonly constantRows: HistoryRows | undefined
  readonly confirmed: LastConfirmations
  /** The types of which some current rates are older, unless the reader includes these. */
  readonly typesWithOlder: ReadonlySet<InstitutionType>
  readonly terms: Terms
  readonly from: Day | ''
  readonly until: Day | ''
  /** The figures that readers take along. */
  readonly table: ExportTable
}

/** The charts of the market's history, the range that they show, and the table behind them. */
export function HistoryPanels(props: HistoryPanelsProps) {
  const { rows, constantRows, confirmed, typesWithOlder, terms, from, until, table } = props
  const { messages } = useApp()
  const { charts, words } = messages
  const [cursor, setCursor] = useState<number | undefined>(undefined)
  const show = useShowRange()
  const whole = useMemo(() => periodsByType(rows), [rows])
  const constant = useMemo(() => constantRows && periodsByType(constantRows), [constantRows])
  const fullRange = timeRangeOf([...whole.values()].flat())
  const range = [
    Math.max(fullRange[0], from === '' ? -Infinity : startOf(from)),
    until === '' ? fullRange[1] : startOf(dayAfter(until)),
  ] as const
  const allPanels = institutionTypes.map((type): MarketPanel => {
    const confirmedUntil = confirmed.get(type) ?? Infinity
    const end = Math.min(range[1], confirmedUntil)
    return {
      type,
      countsOlder: typesWithOlder.has(type),
      periods: clipPeriods(whole.get(type) ?? [], range[0], end),
      confirmedUntil,
      constant: constant && clipPeriods(constant.get(type) ?? [], range[0], end),
    }
  })
  const panels = allPanels.filter(({ periods }) => periods.length > 0)
  const isPart = from !== '' || until !== ''
  const unconfirmed = allPanels.filter(
    ({ type, confirmedUntil }) => whole.has(type) && confirmedUntil <= range[0],
  )
  const rates = panels.flatMap(({ periods }) =>
    periods.flatMap(({ summary }) => [summary.min_rate_pa, summary.max_rate_pa]),
  )
  return (
    <Part
      id="history"
      title={charts.title({ terms: words.terms(terms) })}
      table={panels.length === 0 ? undefined : table}
      hasChart
      chartNote={charts.unread}
    >
      <RangeControls from={dayText(range[0])} until={until} first={dayText(fullRange[0])} />
      {unconfirmed.map(({ type, confirmedUntil }) => (
        <p key={type} class="legend">
          {charts.typeUnconfirmed({ type: words.types[type], last: words.day(confirmedUntil - 1) })}
        </p>
      ))}
      {panels.length === 0 && isPart && (
        <EmptyState title={charts.noDays}>
          {charts.noDaysAdvice({ first: words.shortDay(fullRange[0]) })}
        </EmptyState>
      )}
      {panels.length > 0 && (
        <div class="panels">
          {panels.map((panel) => (
            <HistoryPanel
              key={panel.type}
              panel={panel}
              context={`${charts.headlineRates}, ${words.terms(terms)}`}
              timeRange={range}
              rateTicks={rateTicks(rates, 5)}
              textAt={(at) => figuresAt(panel, at, messages)}
              cursor={cursor}
              onCursor={setCursor}
              // The right edge of the axis is the midnight after the last day.
              onSelectRange={(first, last) =>
                show(dayText(first), dayText(Math.min(last, range[1] - 1)))
              }
            />
          ))}
        </div>
      )}
      {panels.length > 0 && <HistoryTable panels={panels} />}
    </Part>
  )
}

function dayText(at: number): Day {
  return dayOf(at as Instant)
}

/** The figures of a panel at a time, as a sentence. */
function figuresAt(
  { periods, constant, confirmedUntil, countsOlder }: MarketPanel,
  at: number,
  { charts, words }: Messages,
): string {
  const day = words.shortDay(at)
  if (at >= confirmedUntil)
    return charts.unconfirmed({ day, last: words.shortDay(confirmedUntil - 1) })
  const summary = periodAt(periods, at)?.summary
  if (summary === undefined) return charts.noOffers({ day })
  const throughout = periodAt(constant ?? [], at)?.summary.median_rate_pa
  const figures = charts.marketOnDay({
    day,
    median: formatRate(summary.median_rate_pa),
    lowest: formatRate(summary.min_rate_pa),
    highest: formatRate(summary.max_rate_pa),
    institutions: words.institutions(summary.institution_count),
  })
  const counted = countsOlder ? charts.withOlder({ figures }) : figures
  return throughout === undefined
    ? counted
    : charts.withThroughout({ figures: counted, median: formatRate(throughout) })
}

type RangeControlsProps = {
  readonly from: string
  /** Empty for the last day of the book. */
  readonly until: string
  /** The first day of the book. */
  readonly first: string
}

/** The first and the last day of the charts. */
function RangeControls({ from, until, first }: RangeControlsProps) {
  const { route, messages } = useApp()
  const { charts, filters } = messages
  const show = useShowRange()
  if (route.isEmbedded) return null
  return (
    <div class="controls">
      <DayField label={filters.from} value={from} onChange={(day) => show(day, until)} />
      <DayField label={filters.until} value={until} onChange={(day) => show(from, day)} />
      <button
        type="button"
        disabled={from === first && until === ''}
        onClick={() => show(first, '')}
      >
        {charts.showAll}
      </button>
      <p class="hint">{charts.hint}</p>
    </div>
  )
}

/** Sets the first and the last day in the address. Without both, the charts show the last year. */
function useShowRange(): (from: string, until: string) => void {
  const { route, navigate } = useApp()
  return (from, until) => navigate(pathWith(route.path, route.query, { from, until }))
}

/** The figures behind the charts: a row for each day on which one of them changed, newest first. */
function HistoryTable({ panels }: { readonly panels: readonly MarketPanel[] }) {
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
