import { dayOf, isLongGap } from '../../src/domain/day.ts'
import { dayLength, type Instant } from '../../src/domain/instant.ts'
import type { RateHistoryRow } from '../api/api.ts'
import { useMessages } from '../app/app-context.ts'
import type { Messages } from '../messages/messages.ts'
import { formatRate } from '../parts/figures.tsx'
import { PlotFrame } from './plot-frame.tsx'
import type { PlotPoint } from './plot-types.ts'
import { readingsOf, segmentsOf } from './readings.ts'
import { rateTicks } from './scale.ts'

type TierChartProps = {
  readonly title: string
  /** More words for the accessible name. */
  readonly context: string
  readonly note: string
  /** The history of one tier, oldest first. */
  readonly records: readonly RateHistoryRow[]
  readonly axes: ChartAxes
}

/** The axes that several charts share, so that readers can compare them. */
type ChartAxes = {
  readonly from: number
  readonly until: number
  readonly ticks: readonly number[]
}

const shortestAxis = 30 * dayLength

/** Axes for all records of an institution, from the first reading to a time such as now. */
export function axesOf(records: readonly RateHistoryRow[], end: number): ChartAxes {
  const readings = readingsOf(records)
  const rates = readings.map(({ rate }) => rate)
  const until = Math.max(end, ...readings.map(({ x }) => x))
  const from = Math.min(...readings.map(({ x }) => x), until - shortestAxis)
  return { from, until, ticks: rateTicks(rates, 3) }
}

/** The history of one rate: a mark for each reading, and a line that ends at the last one. */
export function TierChart({ title, context, note, records, axes }: TierChartProps) {
  const messages = useMessages()
  const readings = readingsOf(records)
  return (
    <PlotFrame
      title={title}
      context={context}
      note={note}
      isSmall
      plotHeight={86}
      x={{ kind: 'time', from: axes.from, until: axes.until }}
      yTicks={axes.ticks}
      series={[
        {
          name: messages.charts.rate,
          shape: 'steps',
          segments: segmentsOf(readings),
          marks: readings,
        },
      ]}
      stops={readings.map(({ x }) => x)}
      textAt={(at) => readingTextAt(readings, at, messages)}
    />
  )
}

/** A sentence about a time: the rate of the last reading before it, and the day of that reading. */
export function readingTextAt(
  readings: readonly PlotPoint[],
  at: number,
  { charts, words }: Messages,
): string {
  const day = words.shortDay(at)
  const index = readings.findLastIndex(({ x }) => x <= at)
  const last = readings[index]
  if (last === undefined) return charts.notRead({ day })
  const rate = formatRate(last.rate)
  const lastDay = words.shortDay(last.x)
  if (dayOf(last.x as Instant) === dayOf(at as Instant)) return charts.readOnDay({ day, rate })
  if (last.withdrawnAt !== undefined && last.withdrawnAt <= at)
    return charts.notOfferedSince({ day, withdrawn: words.shortDay(last.withdrawnAt) })
  const next = last.withdrawnAt ?? readings[index + 1]?.x
  return next === undefined || isLongGap(last.x, next)
    ? charts.notReadSince({ day, last: lastDay, rate })
    : charts.rateOnDay({ day, rate, last: lastDay })
}
