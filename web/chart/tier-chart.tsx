import type { RateHistoryRow } from '../api.ts'
import { useMessages } from '../app-context.ts'
import { formatRate } from '../parts/figures.tsx'
import { PlotFrame } from './plot-frame.tsx'
import { rateTicks } from './plot-layout.ts'
import type { PlotPoint } from './plot-types.ts'

type TierChartProps = {
  readonly title: string
  readonly note: string
  /** The history of one tier, oldest first. */
  readonly records: readonly RateHistoryRow[]
  readonly axes: ChartAxes
  /** Whether the last rate is still offered. The history does not show when an offer ended. */
  readonly isOffered: boolean
}

/** The axes that several charts share, so that readers can compare them. */
export type ChartAxes = {
  readonly from: number
  readonly until: number
  readonly ticks: readonly number[]
}

const shortestAxis = 30 * 86_400_000

/** Axes for all records of an institution, up to the time at which its rates were last checked. */
export function axesOf(records: readonly RateHistoryRow[], lastChecked: string): ChartAxes {
  const rates = records.flatMap((record) => [record.new_rate_pa, record.prev_rate_pa])
  const times = records.map((record) => Date.parse(record.changed_at))
  const until = Math.max(Date.parse(lastChecked), ...times)
  const from = Math.min(...times, until - shortestAxis)
  return { from, until, ticks: rateTicks(rates, 3) }
}

/** The history of one rate as a line in steps. */
export function TierChart({ title, note, records, axes, isOffered }: TierChartProps) {
  const { charts, words } = useMessages()
  const points: PlotPoint[] = records.map((record) => ({
    x: Date.parse(record.changed_at),
    rate: record.new_rate_pa,
  }))
  const last = points.at(-1)
  const end = last === undefined ? [] : [{ ...last, x: axes.until }]
  const segments = isOffered
    ? [{ points: [...points, ...end] }]
    : [{ points }, { points: [...points.slice(-1), ...end], isDashed: true }]
  const textAt = (at: number): string => {
    const point = points.findLast(({ x }) => x <= at)
    return point === undefined ? '' : charts.rateOnDay(words.shortDay(at), formatRate(point.rate))
  }
  return (
    <PlotFrame
      title={title}
      note={note}
      isSmall
      plotHeight={86}
      x={{ kind: 'time', from: axes.from, until: axes.until }}
      yTicks={axes.ticks}
      series={[{ name: title, shape: 'steps', segments }]}
      stops={points.map(({ x }) => x)}
      textAt={textAt}
    />
  )
}
