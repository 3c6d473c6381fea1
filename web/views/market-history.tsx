import { useMemo, useState } from 'preact/hooks'
import { dayAfter, dayOf, startOf, type Day } from '../../src/domain/day.ts'
import type { Instant } from '../../src/domain/instant.ts'
import { institutionTypes } from '../../src/domain/institution.ts'
import type { Terms } from '../../src/domain/offer.ts'
import type { SummaryHistoryRow } from '../api.ts'
import { useApp } from '../app-context.ts'
import { HistoryPanel } from '../chart/history-panel.tsx'
import {
  clipPeriods,
  periodAt,
  periodsOf,
  timeRangeOf,
  type ChartPeriod,
} from '../chart/periods.ts'
import { rateTicks } from '../chart/plot-layout.ts'
import { formatShortDay } from '../format.ts'
import type { Messages } from '../messages/messages.ts'
import { DayField } from '../parts/controls.tsx'
import { formatRate } from '../parts/figures.tsx'
import { EmptyState, RequestResult } from '../parts/states.tsx'
import { pathWith } from '../routes.ts'
import { useRequest } from '../use-request.ts'
import { HistoryTable } from './history-table.tsx'

type MarketHistoryProps = {
  readonly terms: Terms
  /** The first and last day to show; empty for the first and last of the book. */
  readonly from: Day | ''
  readonly until: Day | ''
}

/** How the summary of the market changed: a chart for banks and one for finance companies, on the same axes. */
export function MarketHistory({ terms, from, until }: MarketHistoryProps) {
  const { client } = useApp()
  const { variant, tenure, payout } = terms
  const request = useRequest(`${variant} ${tenure} ${payout}`, async (signal) => {
    const parameters = { variant, tenure_months: tenure, payout_type: payout }
    return (await client.listSummaryHistory(parameters, { signal })).rows
  })
  return (
    <section class="history">
      <h2>How it moved</h2>
      <p class="legend">
        The line is the median, the band reaches from the lowest to the highest headline rate, % a
        year.
      </p>
      <RequestResult request={request} rows={8}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="The book has no history for these terms.">
              Choose another tenure, payout or saver above.
            </EmptyState>
          ) : (
            <HistoryPanels rows={rows} from={from} until={until} />
          )
        }
      </RequestResult>
    </section>
  )
}

type HistoryPanelsProps = Omit<MarketHistoryProps, 'terms'> & {
  readonly rows: readonly SummaryHistoryRow[]
}

function HistoryPanels({ rows, from, until }: HistoryPanelsProps) {
  const { route, navigate, messages } = useApp()
  const [hovered, setHovered] = useState<number | undefined>(undefined)
  const allPanels = useMemo(
    () =>
      institutionTypes.map((type) => ({
        type,
        periods: periodsOf(rows.filter((row) => row.institution_type === type)),
      })),
    [rows],
  )
  const fullRange = timeRangeOf(allPanels.flatMap(({ periods }) => periods))
  const range = [
    from === '' ? fullRange[0] : startOf(from),
    until === '' ? fullRange[1] : startOf(dayAfter(until)),
  ] as const
  const isReversed = from !== '' && until !== '' && from > until
  const panels = allPanels
    .map(({ type, periods }) => ({ type, periods: clipPeriods(periods, range[0], range[1]) }))
    .filter(({ periods }) => !isReversed && periods.length > 0)
  const show = (first: string, last: string): void =>
    navigate(pathWith('', route.query, { from: first, until: last }))
  const ticks = rateTicks(
    panels.flatMap(({ periods }) =>
      periods.flatMap(({ summary }) => [summary.min_rate_pa, summary.max_rate_pa]),
    ),
    5,
  )
  return (
    <>
      <div class="controls">
        <DayField label="From" value={from} onChange={(day) => show(day, until)} />
        <DayField label="Until" value={until} onChange={(day) => show(from, day)} />
        <button type="button" disabled={from === '' && until === ''} onClick={() => show('', '')}>
          Show all
        </button>
        <p class="hint">Drag across a chart to look closer.</p>
      </div>
      {panels.length === 0 ? (
        <EmptyState
          title={
            isReversed
              ? 'The last day is before the first.'
              : 'The book has no history for these days.'
          }
        >
          Choose other days, or show all: the history of these terms begins on{' '}
          {formatShortDay(dayText(fullRange[0]))}.
        </EmptyState>
      ) : (
        <div class="panels">
          {panels.map(({ type, periods }) => (
            <HistoryPanel
              key={type}
              type={type}
              context=""
              periods={periods}
              timeRange={range}
              rateTicks={ticks}
              textAt={(at) => figuresAt(periods, at, messages)}
              cursor={hovered}
              onCursor={setHovered}
              onSelectRange={(first, last) => show(dayText(first), dayText(last))}
            />
          ))}
        </div>
      )}
      <HistoryTable panels={panels} />
    </>
  )
}

function dayText(at: number): Day {
  return dayOf(at as Instant)
}

/** The figures of a panel at a time. */
function figuresAt(
  periods: readonly ChartPeriod[],
  at: number,
  { charts, words }: Messages,
): string {
  const day = words.shortDay(at)
  const summary = periodAt(periods, at)?.summary
  if (summary === undefined) return charts.noOffers(day)
  return charts.marketOnDay(day, {
    median: formatRate(summary.median_rate_pa),
    lowest: formatRate(summary.min_rate_pa),
    highest: formatRate(summary.max_rate_pa),
    institutions: words.institutions(summary.institution_count),
  })
}
