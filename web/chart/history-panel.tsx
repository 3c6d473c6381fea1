import type { ComponentChildren } from 'preact'
import type { InstitutionType } from '../../src/domain/institution.ts'
import { EndLabels } from './end-labels.tsx'
import { bandPath, stepPath, type Level } from './paths.ts'
import { contiguousRuns, type ChartPeriod } from './periods.ts'
import { linearScale, roundTicks, timeTicks, type Scale } from './scale.ts'
import { useRangeDrag } from './use-range-drag.ts'
import { useWidth } from './use-width.ts'

type HistoryPanelProps = {
  readonly type: InstitutionType
  readonly title: ComponentChildren
  readonly periods: readonly ChartPeriod[]
  /** The ranges of the axes, which both panels share. */
  readonly timeRange: readonly [from: number, until: number]
  readonly rateRange: readonly [lowest: number, highest: number]
  /** The time below the pointer, in this panel or the other. */
  readonly hovered: number | undefined
  readonly onHover: (at: number | undefined) => void
  readonly onSelectRange: (from: number, until: number) => void
}

const height = 240
const margin = { top: 14, right: 46, bottom: 24, left: 38 }

/** The history of one type of institution: the median as a line, in a band from the lowest to the highest rate. */
export function HistoryPanel(props: HistoryPanelProps) {
  const { type, title, periods, timeRange, rateRange, hovered, onHover, onSelectRange } = props
  const { ref, width } = useWidth<HTMLDivElement>(480)
  const [left, right] = [margin.left, width - margin.right]
  const ticks = roundTicks(rateRange[0], rateRange[1], 5)
  const x = linearScale(timeRange[0], timeRange[1], left, right)
  const y = linearScale(ticks[0] ?? 0, ticks.at(-1) ?? 1, height - margin.bottom, margin.top)
  const timeOf = linearScale(left, right, timeRange[0], timeRange[1])
  // The right edge is the midnight after the last day; a pointer there means the last day.
  const hover = (at: number | undefined): void => onHover(at && Math.min(at, timeRange[1] - 1))
  const { dragged, handlers } = useRangeDrag({
    left,
    right,
    timeOf,
    onHover: hover,
    onSelectRange,
  })
  return (
    <figure class={`panel ${type}`}>
      <figcaption>{title}</figcaption>
      <div ref={ref} class="plot">
        <svg width={width} height={height} aria-hidden="true" {...handlers}>
          <GridLines ticks={ticks} y={y} left={left} right={right} />
          {timeTicks(timeRange[0], timeRange[1], width / 62).map((tick) => (
            <g key={tick.at} class="tick">
              <line x1={x(tick.at)} x2={x(tick.at)} y1={height - margin.bottom} y2={height - 18} />
              <text x={x(tick.at)} y={height - 5} text-anchor="middle">
                {tick.label}
              </text>
            </g>
          ))}
          {contiguousRuns(periods).map((run) => (
            <g key={run[0]?.from}>
              <path
                class="band"
                d={bandPath(levelsOf(run, 'lowest'), levelsOf(run, 'highest'), x, y)}
              />
              <path class="line" d={stepPath(levelsOf(run, 'median'), x, y)} />
            </g>
          ))}
          <EndLabels period={periods.at(-1)} x={x} y={y} />
          {dragged !== undefined && (
            <rect
              class="dragged"
              x={Math.min(...dragged)}
              width={Math.abs(dragged[1] - dragged[0])}
              y={margin.top}
              height={height - margin.top - margin.bottom}
            />
          )}
          {hovered !== undefined && hovered >= timeRange[0] && hovered <= timeRange[1] && (
            <line
              class="hovered"
              x1={x(hovered)}
              x2={x(hovered)}
              y1={margin.top}
              y2={height - margin.bottom}
            />
          )}
        </svg>
      </div>
    </figure>
  )
}

function levelsOf(
  run: readonly ChartPeriod[],
  rate: 'lowest' | 'median' | 'highest',
): readonly Level[] {
  return run.map((period) => ({ from: period.from, until: period.until, value: period[rate] }))
}

type GridLinesProps = {
  readonly ticks: readonly number[]
  readonly y: Scale
  readonly left: number
  readonly right: number
}

function GridLines({ ticks, y, left, right }: GridLinesProps) {
  return (
    <g class="grid">
      {ticks.map((tick, index) => (
        <g key={tick}>
          <line x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
          <text x={left - 6} y={y(tick) + 4} text-anchor="end">
            {index === ticks.length - 1 ? `${tick}%` : tick}
          </text>
        </g>
      ))}
    </g>
  )
}
