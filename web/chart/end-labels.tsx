import type { PlotLayout } from './plot-layout.ts'
import type { PlotBand, PlotSeries } from './plot-types.ts'
import { shorten } from './text-width.ts'

type EndLabelsProps = {
  readonly series: readonly PlotSeries[]
  readonly band: PlotBand | undefined
  readonly layout: PlotLayout
}

type EndLabel = {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly className: string
}

/** Labels at the right ends of lines, moved apart where they would overlap. */
export function EndLabels({ series, band, layout }: EndLabelsProps) {
  const { x, y, width } = layout
  const labels: EndLabel[] = series.flatMap(({ segments, endLabel = '', className = '' }) => {
    const last = segments.at(-1)?.points.at(-1)
    if (last === undefined || endLabel === '') return []
    return [{ text: endLabel, x: x(last.x), y: y(Number(last.rate)), className }]
  })
  const edge = band?.runs.at(-1)?.points.at(-1)
  if (edge !== undefined && edge.lowest !== edge.highest) {
    for (const rate of [edge.highest, edge.lowest])
      labels.push({ text: shortRate(rate), x: x(edge.x), y: y(Number(rate)), className: 'edge' })
  }
  return (
    <g class="ends">
      {movedApart(labels, layout).map((label) => (
        <text
          key={label.text + label.className}
          class={label.className}
          x={label.x + 7}
          y={label.y + 4}
        >
          {shorten(label.text, width - label.x - 7)}
        </text>
      ))}
    </g>
  )
}

/** A rate without the zeros after its second decimal place. */
export function shortRate(rate: string): string {
  return rate.replace(/(\.\d\d)0+$/, '$1')
}

const lineHeight = 14

/** Keeps each label a line below the one above it; labels that would leave the plot move up again. */
function movedApart(labels: readonly EndLabel[], { top, bottom }: PlotLayout): readonly EndLabel[] {
  const sorted = labels.toSorted((a, b) => a.y - b.y)
  let above = top - lineHeight
  const lowered = sorted.map((label) => {
    above = Math.max(label.y, above + lineHeight)
    return { ...label, y: above }
  })
  let below = bottom + lineHeight
  return lowered.toReversed().map((label) => {
    below = Math.min(label.y, below - lineHeight)
    return { ...label, y: below }
  })
}
