import { useState } from 'preact/hooks'
import { useMessages } from '../app/app-context.ts'
import type { Messages } from '../messages/messages.ts'
import { formatRate } from '../parts/figures.tsx'
import { EndLabels } from './end-labels.tsx'
import { bandPath } from './paths.ts'
import { plotLayout, rowHeight, type PlotLayout } from './plot-layout.ts'
import { PlotLine, Swatch } from './plot-line.tsx'
import type {
  BandPoint,
  CountPoint,
  PlotBand,
  PlotFrameProps,
  PlotPoint,
  PlotSeries,
  PlotStrip,
} from './plot-types.ts'
import { linearScale } from './scale.ts'
import { shorten, textWidth, useWidth } from './text-width.ts'
import { usePlotCursor } from './use-plot-cursor.ts'

/** Axes, lines and a cursor that follows the pointer and the arrow keys. A live text says what is at the cursor. */
export function PlotFrame(props: PlotFrameProps) {
  const { ref, width } = useWidth(props.isSmall === true ? 180 : 480)
  return (
    <div ref={ref} class={`plot ${props.className ?? ''}`}>
      {width !== undefined && <Plot {...props} width={width} />}
    </div>
  )
}

function Plot({ width, ...props }: PlotFrameProps & { readonly width: number }) {
  const messages = useMessages()
  const [ownCursor, setOwnCursor] = useState<number | undefined>(undefined)
  const { x, series, band, strip, textAt, onCursor = setOwnCursor } = props
  const shared = props.onCursor === undefined ? ownCursor : props.cursor
  const cursor = shared !== undefined && shared >= x.from && shared <= x.until ? shared : undefined
  const layout = plotLayout(props, width, messages)
  const { dragged, hasFocus, handlers } = usePlotCursor({ ...props, cursor, onCursor, layout })
  const { height, top, stripBottom } = layout
  return (
    <>
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        tabIndex={0}
        aria-label={plotSummary(props, messages)}
        class={props.onSelectRange === undefined ? undefined : 'draggable'}
        {...handlers}
      >
        <PlotHead {...props} layout={layout} />
        <PlotAxes layout={layout} />
        <PlotBandAndStrip band={band} strip={strip} layout={layout} />
        {series.map((line) => (
          <PlotLine key={line.name} series={line} layout={layout} />
        ))}
        <EndLabels series={series} band={band} layout={layout} />
        {dragged !== undefined && (
          <rect
            class="dragged"
            x={Math.min(...dragged)}
            width={Math.abs(dragged[1] - dragged[0])}
            y={top}
            height={stripBottom - top}
          />
        )}
        {cursor !== undefined && (
          <line
            class="cursor"
            x1={layout.x(cursor)}
            x2={layout.x(cursor)}
            y1={top}
            y2={stripBottom}
          />
        )}
      </svg>
      {/* Live only for the keyboard: a pointer passes many points. */}
      <p class="readout" aria-live={hasFocus ? 'polite' : 'off'}>
        {cursor === undefined ? '' : textAt(cursor)}
      </p>
    </>
  )
}

/** The accessible name of a chart: what it shows, from when to when, and the figures of each line. */
function plotSummary(
  { title = '', context = '', x, series, stops }: PlotFrameProps,
  { charts, words }: Messages,
): string {
  const isTime = x.kind === 'time'
  const nameOf = (at: number): string => (isTime ? words.day(at) : words.tenure(String(at)))
  const [first, last] = [stops[0], stops.at(-1)]
  const range =
    first === undefined || last === undefined
      ? []
      : [charts.range({ from: nameOf(first), until: nameOf(last) })]
  const lines = series.flatMap((line) => {
    const { segments, marks = [] } = line
    // A point that no line joins has a mark only.
    const points = [...segments.flatMap((segment) => segment.points), ...marks]
    const end = points.at(-1)
    if (end === undefined) return []
    const { lowest, highest } = extremesOf(points)
    const gaps = gapsOf(line)
    const summary = charts.lineSummary({
      name: line.name,
      lowest: formatRate(lowest),
      highest: formatRate(highest),
      last: formatRate(end.rate),
      // The last point of a line in steps only ends it, such as the midnight after the last day.
      end: nameOf(Math.min(end.x, last ?? end.x)),
    })
    return [`${gaps === 0 ? summary : charts.withLongGaps({ line: summary, count: gaps })}.`]
  })
  const what = [title, context].filter((text) => text !== '').join(', ')
  return [
    charts.what({ title: what }),
    ...range,
    ...lines,
    charts.points({ count: stops.length }),
  ].join(' ')
}

function extremesOf(points: readonly PlotPoint[]) {
  const rates = points.map(({ rate }) => rate).toSorted((a, b) => Number(a) - Number(b))
  return { lowest: rates[0] ?? '', highest: rates.at(-1) ?? '' }
}

/** The long gaps of a line: its dashed segments. */
function gapsOf({ segments }: PlotSeries): number {
  return segments.filter(({ isDashed = false }) => isDashed).length
}

type PlotBandAndStripProps = {
  readonly band: PlotBand | undefined
  readonly strip: PlotStrip | undefined
  readonly layout: PlotLayout
}

/** The area behind the lines, and the strip of counts below the plot. */
function PlotBandAndStrip({ band, strip, layout }: PlotBandAndStripProps) {
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

/** The grid, the values at its left and the times or tenures below it. */
function PlotAxes({ layout }: { readonly layout: PlotLayout }) {
  const { width, left, right, bottom, stripBottom, height, x, y, yTicks, xTicks } = layout
  return (
    <>
      <g class="grid">
        {yTicks.map((tick, index) => (
          <g key={tick}>
            <line x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
            <text x={left - 6} y={y(tick) + 4} text-anchor="end">
              {index === yTicks.length - 1 ? `${tick}%` : tick}
            </text>
          </g>
        ))}
      </g>
      {xTicks.map((tick) => (
        <g key={tick.at} class="tick">
          <line x1={x(tick.at)} x2={x(tick.at)} y1={bottom} y2={stripBottom + 6} />
          <text x={labelPlace(x(tick.at), tick.label, width)} y={height - 5} text-anchor="middle">
            {tick.label}
          </text>
        </g>
      ))}
    </>
  )
}

/** The middle of a label below a tick, moved where the label would leave the chart. */
function labelPlace(x: number, label: string, width: number): number {
  const half = textWidth(label) / 2
  return Math.max(half, Math.min(x, width - half))
}

type PlotHeadProps = PlotFrameProps & { readonly layout: PlotLayout }

/** The heading of a chart, a line below it, and the legend. */
function PlotHead({ title = '', series, band, layout }: PlotHeadProps) {
  const { width, noteLines, legend } = layout
  return (
    <>
      {title !== '' && (
        <text class="title" x="0" y="13">
          {shorten(title, width)}
        </text>
      )}
      {noteLines.map((line, index) => (
        <text key={line} class="note" x="0" y={13 + ((title === '' ? 0 : 1) + index) * rowHeight}>
          {line}
        </text>
      ))}
      {legend.map(({ text, x, y }, index) => (
        <g key={text} class="legend">
          <Swatch series={series[index]} hasBand={band !== undefined} x={x} y={y - 4} />
          <text x={x + 26} y={y}>
            {text}
          </text>
        </g>
      ))}
    </>
  )
}
