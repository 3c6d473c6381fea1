import type { Messages } from '../messages/messages.ts'
import type { PlotFrameProps } from './plot-types.ts'
import { linearScale, monthTicks, timeTicks, type AxisTick, type Scale } from './scale.ts'
import { shorten, textWidth, wrapText } from './text-width.ts'

/** Where the parts of a chart are, in pixels. */
export type PlotLayout = {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly right: number
  readonly top: number
  /** The lower edge of the plot, and that of the strip below it. */
  readonly bottom: number
  readonly stripBottom: number
  readonly x: Scale
  readonly y: Scale
  readonly yTicks: readonly number[]
  readonly xTicks: readonly AxisTick[]
  /** The note in lines. It is never cut, as its last words may be a unit. */
  readonly noteLines: readonly string[]
  readonly legend: readonly LegendEntry[]
}

/** An entry of the legend, with the position of its swatch. */
type LegendEntry = {
  readonly text: string
  readonly x: number
  readonly y: number
}

export const rowHeight = 17
const swatchWidth = 26
const stripHeight = 26

export function plotLayout(
  props: PlotFrameProps,
  width: number,
  { words, charts }: Messages,
): PlotLayout {
  const { x: axis, yTicks, series, band, strip, plotHeight = 190, isSmall = false } = props
  const { title = '', note = '' } = props
  const names = [...series.map(({ name }) => name), ...(band === undefined ? [] : [band.name])]
  const noteLines = note === '' ? [] : wrapText(note, (line) => textWidth(line) <= width)
  const headRows = (title === '' ? 0 : 1) + noteLines.length
  const legend = isSmall ? [] : legendOf(names, width, headRows * rowHeight)
  const top = Math.max(headRows * rowHeight, (legend.at(-1)?.y ?? 0) + 6) + 12
  const bottom = top + plotHeight
  const stripBottom = strip === undefined ? bottom : bottom + 18 + stripHeight
  const left = isSmall ? 32 : 38
  const right = width - endMargin(props, width)
  const x = linearScale(axis.from, axis.until, left, right)
  const y = linearScale(yTicks[0] ?? 0, yTicks.at(-1) ?? 1, bottom, top)
  const tickCount = (right - left) / (isSmall ? 70 : 62)
  const xTicks =
    axis.kind === 'time'
      ? timeTicks(axis.from, axis.until, tickCount, words)
      : withUnit(monthTicks(axis.from, axis.until, tickCount), (number) =>
          charts.months({ number }),
        )
  const height = stripBottom + 24
  const vertical = { height, top, bottom, stripBottom, y, yTicks }
  return { width, left, right, x, xTicks, ...vertical, noteLines, legend }
}

/** The last label of an axis of tenures names the unit. */
function withUnit(
  ticks: readonly AxisTick[],
  months: (number: string) => string,
): readonly AxisTick[] {
  return ticks.map((tick, index) =>
    index === ticks.length - 1 ? { ...tick, label: months(tick.label) } : tick,
  )
}

/** Room at the right for the labels at the ends of lines. */
function endMargin({ series, band }: PlotFrameProps, width: number): number {
  const lengths = series.map(({ endLabel = '' }) => textWidth(endLabel))
  const longest = Math.max(band === undefined ? 0 : textWidth('00.00'), ...lengths)
  return longest === 0 ? 8 : Math.min(longest + 14, width * 0.35)
}

/** Places the entries of a legend side by side, as many in a row as fit. */
function legendOf(names: readonly string[], width: number, start: number): readonly LegendEntry[] {
  const entries: LegendEntry[] = []
  let [x, y] = [0, start + 12]
  for (const name of names) {
    const text = shorten(name, width - swatchWidth)
    const length = swatchWidth + textWidth(text) + 14
    if (x > 0 && x + length > width) [x, y] = [0, y + rowHeight]
    entries.push({ text, x, y })
    x += length
  }
  return entries
}
