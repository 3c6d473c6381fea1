import type { ComponentChildren } from 'preact'
import { bandPath, stepPath, type Level } from './paths.ts'
import { roundTicks, scaleOf, timeTicks, type Scale } from './scale.ts'
import { unbroken, type Stretch } from './stretches.ts'
import { useRange } from './use-range.ts'
import { useWidth } from './use-width.ts'

type HistoryPanelProps = {
  readonly name: 'bank' | 'nbfi'
  readonly title: ComponentChildren
  readonly stretches: readonly Stretch[]
  /** What both panels show: instants, and percent. */
  readonly span: readonly [from: number, until: number]
  readonly rates: readonly [least: number, most: number]
  /** The instant that is read. */
  readonly at: number | undefined
  readonly onRead: (at: number | undefined) => void
  readonly onRange: (from: number, until: number) => void
}

const height = 240
const margin = { top: 14, right: 46, bottom: 24, left: 38 }

/** How one type of institution moved: the median as a line in the band from the lowest to the highest rate. */
export function HistoryPanel(props: HistoryPanelProps) {
  const { name, title, stretches, span, rates, at, onRead, onRange } = props
  const { ref, width } = useWidth<HTMLDivElement>(480)
  const [left, right] = [margin.left, width - margin.right]
  const ticks = roundTicks(rates[0], rates[1], 5)
  const x = scaleOf(span[0], span[1], left, right)
  const y = scaleOf(ticks[0] ?? 0, ticks.at(-1) ?? 1, height - margin.bottom, margin.top)
  const timeOf = scaleOf(left, right, span[0], span[1])
  // The right edge is the midnight that ends the last day.
  const read = (at: number | undefined): void => onRead(at && Math.min(at, span[1] - 1))
  const range = useRange({ left, right, timeOf, onRead: read, onRange })
  return (
    <figure class={`panel ${name}`}>
      <figcaption>{title}</figcaption>
      <div ref={ref} class="plot">
        <svg width={width} height={height} aria-hidden="true" {...range.handlers}>
          <Grid ticks={ticks} y={y} left={left} right={right} />
          {timeTicks(span[0], span[1], width / 62).map((tick) => (
            <g key={tick.at} class="tick">
              <line x1={x(tick.at)} x2={x(tick.at)} y1={height - margin.bottom} y2={height - 18} />
              <text x={x(tick.at)} y={height - 5} text-anchor="middle">
                {tick.label}
              </text>
            </g>
          ))}
          {unbroken(stretches).map((run) => (
            <g key={run[0]?.from}>
              <path
                class="band"
                d={bandPath(levels(run, 'lowest'), levels(run, 'highest'), x, y)}
              />
              <path class="line" d={stepPath(levels(run, 'median'), x, y)} />
            </g>
          ))}
          <Ends stretches={stretches} x={x} y={y} />
          {range.dragged !== undefined && (
            <rect
              class="dragged"
              x={Math.min(...range.dragged)}
              width={Math.abs(range.dragged[1] - range.dragged[0])}
              y={margin.top}
              height={height - margin.top - margin.bottom}
            />
          )}
          {at !== undefined && at >= span[0] && at <= span[1] && (
            <line
              class="reading"
              x1={x(at)}
              x2={x(at)}
              y1={margin.top}
              y2={height - margin.bottom}
            />
          )}
        </svg>
      </div>
    </figure>
  )
}

function levels(run: readonly Stretch[], name: 'lowest' | 'median' | 'highest'): Level[] {
  return run.map((stretch) => ({ from: stretch.from, until: stretch.until, value: stretch[name] }))
}

type GridProps = {
  readonly ticks: readonly number[]
  readonly y: Scale
  readonly left: number
  readonly right: number
}

function Grid({ ticks, y, left, right }: GridProps) {
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

/** What the lines end at, beside them; labels that would touch are moved apart. */
function Ends({
  stretches,
  x,
  y,
}: {
  readonly stretches: readonly Stretch[]
  readonly x: Scale
  readonly y: Scale
}) {
  const last = stretches.at(-1)
  if (last === undefined) return null
  const { snapshot, until } = last
  const [high, middle, low] = apart([y(last.highest), y(last.median), y(last.lowest)])
  const isOne = last.highest === last.lowest
  return (
    <g class="ends">
      <circle cx={x(until)} cy={y(last.median)} r="3" />
      <text class="median" x={x(until) + 7} y={middle}>
        {shortRate(snapshot.median_rate_pa)}
      </text>
      {!isOne && (
        <>
          <text x={x(until) + 7} y={high}>
            {shortRate(snapshot.max_rate_pa)}
          </text>
          <text x={x(until) + 7} y={low}>
            {shortRate(snapshot.min_rate_pa)}
          </text>
        </>
      )}
    </g>
  )
}

function shortRate(rate: string): string {
  return rate.replace(/(\.\d\d)0+$/, '$1')
}

const lineHeight = 14

function apart([high, middle, low]: readonly [number, number, number]): readonly number[] {
  return [
    Math.min(high, middle - lineHeight) + 4,
    middle + 4,
    Math.max(low, middle + lineHeight) + 4,
  ]
}
