import type { HistoryRecord } from '../api.ts'
import { stepPath, type Level } from './paths.ts'
import { roundTicks, scaleOf, timeTicks } from './scale.ts'
import { useWidth } from './use-width.ts'

type StepChartProps = {
  /** Of one set of terms, oldest first. */
  readonly records: readonly HistoryRecord[]
  /** What all charts beside it show. */
  readonly axes: Axes
  /** Whether the last of them still stands; the history does not say when one ceased to. */
  readonly isOffered: boolean
}

/** The instants and rates of several charts that are read beside each other. */
export type Axes = {
  readonly from: number
  readonly until: number
  readonly ticks: readonly number[]
}

/** Axes for all records of an institution, until the instant at which they were last seen to stand. */
export function axesOf(records: readonly HistoryRecord[], until: string): Axes {
  const rates = records.flatMap((record) => [
    Number(record.new_rate_pa),
    Number(record.prev_rate_pa),
  ])
  const from = Math.min(...records.map((record) => Date.parse(record.changed_at)))
  const end = Math.max(Date.parse(until), ...records.map((record) => Date.parse(record.changed_at)))
  // A single day is no stretch of time.
  const least = 30 * 86_400_000
  const begin = Math.min(from, end - least)
  return { from: begin, until: end, ticks: roundTicks(Math.min(...rates), Math.max(...rates), 3) }
}

const height = 116
const margin = { top: 10, right: 8, bottom: 20, left: 26 }

/** How one rate moved: it holds, and then steps. */
export function StepChart({ records, axes, isOffered }: StepChartProps) {
  const { ref, width } = useWidth<HTMLDivElement>(180)
  const { ticks } = axes
  const x = scaleOf(axes.from, axes.until, margin.left, width - margin.right)
  const y = scaleOf(ticks[0] ?? 0, ticks.at(-1) ?? 1, height - margin.bottom, margin.top)
  const levels: Level[] = records.map((record, index) => ({
    from: Date.parse(record.changed_at),
    until: Date.parse(records[index + 1]?.changed_at ?? '') || axes.until,
    value: Number(record.new_rate_pa),
  }))
  const last = levels.at(-1)
  return (
    <div ref={ref} class="plot" aria-hidden="true">
      <svg width={width} height={height}>
        <g class="grid">
          {ticks.map((tick) => (
            <g key={tick}>
              <line x1={margin.left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} />
              <text x={margin.left - 5} y={y(tick) + 4} text-anchor="end">
                {tick}
              </text>
            </g>
          ))}
        </g>
        {timeTicks(axes.from, axes.until, width / 70).map((tick) => (
          <text key={tick.at} class="when" x={x(tick.at)} y={height - 4} text-anchor="middle">
            {tick.label}
          </text>
        ))}
        <path class="line" d={stepPath(isOffered ? levels : levels.slice(0, -1), x, y)} />
        {!isOffered && <path class="line unsure" d={stepPath(levels.slice(-1), x, y)} />}
        {isOffered && last !== undefined && <circle cx={x(last.until)} cy={y(last.value)} r="3" />}
      </svg>
    </div>
  )
}
