import type { RateHistoryRow } from '../api.ts'
import { stepPath, type Level } from './paths.ts'
import { linearScale, roundTicks, timeTicks } from './scale.ts'
import { useWidth } from './use-width.ts'

type StepChartProps = {
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
  const rates = records.flatMap((record) => [
    Number(record.new_rate_pa),
    Number(record.prev_rate_pa),
  ])
  const times = records.map((record) => Date.parse(record.changed_at))
  const until = Math.max(Date.parse(lastChecked), ...times)
  const from = Math.min(...times, until - shortestAxis)
  return { from, until, ticks: roundTicks(Math.min(...rates), Math.max(...rates), 3) }
}

const height = 116
const margin = { top: 10, right: 8, bottom: 20, left: 26 }

/** The history of one rate as a step line. Hidden from screen readers: a table has the same figures. */
export function StepChart({ records, axes, isOffered }: StepChartProps) {
  const { ref, width } = useWidth<HTMLDivElement>(180)
  const { ticks } = axes
  const x = linearScale(axes.from, axes.until, margin.left, width - margin.right)
  const y = linearScale(ticks[0] ?? 0, ticks.at(-1) ?? 1, height - margin.bottom, margin.top)
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
        {!isOffered && <path class="line uncertain" d={stepPath(levels.slice(-1), x, y)} />}
        {isOffered && last !== undefined && <circle cx={x(last.until)} cy={y(last.value)} r="3" />}
      </svg>
    </div>
  )
}
