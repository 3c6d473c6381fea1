import type { ChartPeriod } from './periods.ts'
import type { Scale } from './scale.ts'

type EndLabelsProps = {
  /** The last period of the chart. */
  readonly period: ChartPeriod | undefined
  readonly x: Scale
  readonly y: Scale
}

/** The last rates of a chart, as labels at the right end of its lines. */
export function EndLabels({ period, x, y }: EndLabelsProps) {
  if (period === undefined) return null
  const { summary, until, lowest, median, highest } = period
  const [highY, medianY, lowY] = labelPositions([y(highest), y(median), y(lowest)])
  return (
    <g class="ends">
      <circle cx={x(until)} cy={y(median)} r="3" />
      <text class="median" x={x(until) + 7} y={medianY}>
        {shortRate(summary.median_rate_pa)}
      </text>
      {highest !== lowest && (
        <>
          <text x={x(until) + 7} y={highY}>
            {shortRate(summary.max_rate_pa)}
          </text>
          <text x={x(until) + 7} y={lowY}>
            {shortRate(summary.min_rate_pa)}
          </text>
        </>
      )}
    </g>
  )
}

/** A rate without the zeros after its second decimal place. */
function shortRate(rate: string): string {
  return rate.replace(/(\.\d\d)0+$/, '$1')
}

const lineHeight = 14

/** Moves the outer labels away from the median where they would overlap it. */
function labelPositions([high, median, low]: readonly [
  high: number,
  median: number,
  low: number,
]): readonly number[] {
  return [
    Math.min(high, median - lineHeight) + 4,
    median + 4,
    Math.max(low, median + lineHeight) + 4,
  ]
}
