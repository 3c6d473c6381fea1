import { bandPath } from './paths.ts'
import type { PlotLayout } from './plot-layout.ts'
import type { BandPoint, CountPoint, PlotBand, PlotStrip } from './plot-types.ts'
import { linearScale } from './scale.ts'

type PlotBandAndStripProps = {
  readonly band: PlotBand | undefined
  readonly strip: PlotStrip | undefined
  readonly layout: PlotLayout
}

/** The area behind the lines, and the strip of counts below the plot. */
export function PlotBandAndStrip({ band, strip, layout }: PlotBandAndStripProps) {
  const { x, y } = layout
  return (
    <>
      {band?.runs.map(({ points, isPale }) => (
        <path
          key={points[0]?.x}
          class={isPale ? 'band pale' : 'band'}
          d={bandPath(edge(points, 'lowest'), edge(points, 'highest'), x, y)}
        />
      ))}
      {strip !== undefined && <CountStrip strip={strip} layout={layout} />}
    </>
  )
}

function edge(run: readonly BandPoint[], name: 'lowest' | 'highest') {
  return run.map((point) => ({ x: point.x, y: Number(point[name]) }))
}

type CountStripProps = { readonly strip: PlotStrip; readonly layout: PlotLayout }

function CountStrip({ strip, layout }: CountStripProps) {
  const { left, right, bottom, stripBottom, x } = layout
  const most = Math.max(1, ...strip.runs.flat().map(({ count }) => count))
  const y = linearScale(0, most, stripBottom, bottom + 18)
  const pathOf = (run: readonly CountPoint[]): string => {
    const counts = run.map((point) => ({ x: point.x, y: point.count }))
    return bandPath(
      counts.map((point) => ({ ...point, y: 0 })),
      counts,
      x,
      y,
    )
  }
  return (
    <g class="strip-of-counts">
      {strip.runs.map((run) => (
        <path key={run[0]?.x} d={pathOf(run)} />
      ))}
      <line x1={left} x2={right} y1={stripBottom} y2={stripBottom} />
      <text x={left - 6} y={y(most) + 9} text-anchor="end">
        {most}
      </text>
      <text x={left} y={bottom + 14}>
        {strip.name}
      </text>
    </g>
  )
}
