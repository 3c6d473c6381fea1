import type { InstitutionType } from '../../src/domain/institution.ts'
import { useMessages } from '../app-context.ts'
import { shortRate } from './end-labels.tsx'
import { contiguousRuns, type ChartPeriod } from './periods.ts'
import { PlotFrame } from './plot-frame.tsx'
import type { PlotPoint } from './plot-types.ts'

type HistoryPanelProps = {
  readonly type: InstitutionType
  /** The terms, for the accessible name. */
  readonly context: string
  /** The whole market, up to the last confirmation. */
  readonly periods: readonly ChartPeriod[]
  /** The ranges of the axes, which both panels share. */
  readonly timeRange: readonly [from: number, until: number]
  readonly rateTicks: readonly number[]
  readonly textAt: (at: number) => string
  /** The time at the cursor, in this panel or the other. */
  readonly cursor: number | undefined
  readonly onCursor: (at: number | undefined) => void
  readonly onSelectRange: (from: number, until: number) => void
}

/** The history of one type of institution: the median as a line, in a band from the lowest to the highest rate. */
export function HistoryPanel(props: HistoryPanelProps) {
  const { type, context, periods, timeRange, rateTicks, textAt, cursor, onCursor } = props
  const { charts, words } = useMessages()
  const runs = contiguousRuns(periods)
  const last = periods.at(-1)
  const median = runs.map((run) => ({ points: medianPoints(run) }))
  return (
    <PlotFrame
      className={type}
      title={words.types[type]}
      context={context}
      x={{ kind: 'time', from: timeRange[0], until: timeRange[1] }}
      yTicks={rateTicks}
      series={[
        {
          name: charts.median,
          shape: 'steps',
          segments: median,
          ...(last !== undefined && { endLabel: shortRate(last.summary.median_rate_pa) }),
        },
      ]}
      band={{ name: charts.band, runs: runs.map(bandPoints) }}
      strip={{ name: charts.counts, runs: runs.map(countPoints) }}
      stops={periods.map(({ from }) => from)}
      textAt={textAt}
      cursor={cursor}
      onCursor={onCursor}
      onSelectRange={props.onSelectRange}
    />
  )
}

function medianPoints(run: readonly ChartPeriod[]): readonly PlotPoint[] {
  return stepsOf(run, ({ summary }, x) => ({ x, rate: summary.median_rate_pa }))
}

function bandPoints(run: readonly ChartPeriod[]) {
  return stepsOf(run, ({ summary }, x) => ({
    x,
    lowest: summary.min_rate_pa,
    highest: summary.max_rate_pa,
  }))
}

function countPoints(run: readonly ChartPeriod[]) {
  return stepsOf(run, ({ summary }, x) => ({ x, count: summary.institution_count }))
}

/** A point at the start of each period, and one at the end of the last. */
function stepsOf<T>(
  run: readonly ChartPeriod[],
  pointOf: (period: ChartPeriod, x: number) => T,
): readonly T[] {
  const last = run.at(-1)
  return [
    ...run.map((period) => pointOf(period, period.from)),
    ...(last === undefined ? [] : [pointOf(last, last.until)]),
  ]
}
