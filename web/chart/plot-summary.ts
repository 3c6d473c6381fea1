import { formatRate } from '../parts/figures.tsx'
import type { Messages } from '../messages/messages.ts'
import type { PlotFrameProps, PlotPoint, PlotSeries } from './plot-types.ts'

/** The accessible name of a chart: what it shows, from when to when, and the figures of each line. */
export function plotSummary(
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
