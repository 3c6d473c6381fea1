import { marksPath, stepPath, straightPath, type Point } from './paths.ts'
import type { PlotLayout } from './plot-layout.ts'
import type { PlotPoint, PlotSeries } from './plot-types.ts'
import type { Scale } from './scale.ts'
import { textWidth } from './text-width.ts'

type PlotLineProps = { readonly series: PlotSeries; readonly layout: PlotLayout }

/** A line with its marks: one path for each segment and one for all marks. */
export function PlotLine({ series, layout: { x, y } }: PlotLineProps) {
  const { className = '', shape, segments, marks = [], marker = 'circle' } = series
  const pathOf = shape === 'steps' ? stepPath : straightPath
  return (
    <g class={`series ${className}`}>
      {segments.map(({ points, isDashed = false }, index) => (
        <path
          key={index}
          class={isDashed ? 'line dashed' : 'line'}
          d={pathOf(pointsOf(points), x, y)}
        />
      ))}
      {marks.length > 0 && (
        <path class={`marks ${marker}`} d={marksPath(pointsOf(marks), marker, x, y)} />
      )}
      {labelsWithRoom(marks, x).map(({ text, at, rate }) => (
        <text key={at} class="count" x={at} y={y(Number(rate)) + 17} text-anchor="middle">
          {text}
        </text>
      ))}
    </g>
  )
}

/** The labels of some points, from left to right, without those that would cover the one before. */
function labelsWithRoom(points: readonly PlotPoint[], x: Scale) {
  let end = -Infinity
  return points.flatMap(({ label: text = '', x: value, rate }) => {
    const [at, half] = [x(value), textWidth(text) / 2]
    if (text === '' || at - half < end + 3) return []
    end = at + half
    return [{ text, at, rate }]
  })
}

/** The points of some rates. Only the coordinates of charts are binary numbers. */
function pointsOf(points: readonly PlotPoint[]): readonly Point[] {
  return points.map(({ x, rate }) => ({ x, y: Number(rate) }))
}

type SwatchProps = {
  /** `undefined` for the band. */
  readonly series: PlotSeries | undefined
  readonly hasBand: boolean
  readonly x: number
  readonly y: number
}

/** The look of a line or of the band, in the legend. */
export function Swatch({ series, hasBand, x, y }: SwatchProps) {
  if (series === undefined)
    return hasBand ? <rect class="band" x={x} y={y - 5} width="20" height="10" /> : null
  const { className = '', marks = [], marker = 'circle' } = series
  const middle = [{ x: x + 10, y }]
  return (
    <g class={`series ${className}`}>
      <path class="line" d={`M${x} ${y}h20`} />
      {marks.length > 0 && (
        <path class={`marks ${marker}`} d={marksPath(middle, marker, identity, identity)} />
      )}
    </g>
  )
}

function identity(pixels: number): number {
  return pixels
}
