import type { PlotFrameProps } from './plot-types.ts'
import { rowHeight, type PlotLayout } from './plot-layout.ts'
import { shorten, textWidth } from './text-width.ts'
import { Swatch } from './plot-line.tsx'

/** The grid, the values at its left and the times or tenures below it. */
export function PlotAxes({ layout }: { readonly layout: PlotLayout }) {
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
export function PlotHead({ title = '', series, band, layout }: PlotHeadProps) {
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
