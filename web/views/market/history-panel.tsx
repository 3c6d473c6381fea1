import type { InstitutionType } from '../../../src/domain/institution.ts'
import { useMessages } from '../../app/app-context.ts'
import { shortRate } from '../../chart/end-labels.tsx'
import { PlotFrame } from '../../chart/plot-frame.tsx'
import type { PlotSegment, PlotSeries } from '../../chart/plot-types.ts'
import { contiguousRuns, joinPeriods, type ChartPeriod } from './periods.ts'

type HistoryPanelProps = {
  readonly panel: MarketPanel
  /** The terms, for the accessible name. */
  readonly context: string
  /** The ranges of the axes, which both panels share. */
  readonly timeRange: readonly [from: number, until: number]
  readonly rateTicks: readonly number[]
  readonly textAt: (at: number) => string
  /** The time at the cursor, in this panel or the other. */
  readonly cursor: number | undefined
  readonly onCursor: (at: number | undefined) => void
  readonly onSelectRange: (from: number, until: number) => void
}

/** The history of one type of institution, in the range that is shown. */
export type MarketPanel = {
  readonly type: InstitutionType
  /** Whether the figures count rates that are older now, which the heading of the view does not count. */
  readonly countsOlder: boolean
  /** The whole market, up to the last confirmation. */
  readonly periods: readonly ChartPeriod[]
  /** The midnight after the last confirmation: what the book has after it, nobody has confirmed. */
  readonly confirmedUntil: number
  /** The institutions that had an offer on every day; `undefined` while they are loading. */
  readonly constant: readonly ChartPeriod[] | undefined
}

/**
 * The history of one type of institution: the median as a line in a band from the lowest to the highest rate, the median of
 * the institutions that were there throughout as a thin line, and the number of institutions below.
 */
export function HistoryPanel(props: HistoryPanelProps) {
  const { panel, context, timeRange, rateTicks, textAt, cursor, onCursor, onSelectRange } = props
  const { type, periods, constant, countsOlder } = panel
  const { charts, words } = useMessages()
  const runs = contiguousRuns(periods)
  const median = periods.at(-1)?.summary.median_rate_pa
  const whole: PlotSeries = {
    name: countsOlder ? charts.medianWithOlder : charts.median,
    shape: 'steps',
    segments: medianSegments(periods),
    ...(median !== undefined && { endLabel: shortRate(median) }),
  }
  const members = constant?.[0]?.summary.institution_count
  const medianThroughout = constant?.at(-1)?.summary.median_rate_pa
  const throughout: PlotSeries = {
    name:
      members === undefined
        ? charts.constantMedianLoading
        : charts.constantMedian({ count: members }),
    className: 'thin',
    shape: 'steps',
    segments: medianSegments(constant ?? []),
    // Equal lines end in one point, which one label names.
    ...(medianThroughout !== undefined &&
      medianThroughout !== median && { endLabel: shortRate(medianThroughout) }),
  }
  return (
    <PlotFrame
      className={type}
      title={words.types[type]}
      context={context}
      note={constant?.length === 0 ? charts.nobodyThroughout : ''}
      x={{ kind: 'time', from: timeRange[0], until: timeRange[1] }}
      yTicks={rateTicks}
      series={constant?.length === 0 ? [whole] : [whole, throughout]}
      band={{
        name: charts.band,
        runs: runs.flatMap(splitRun).map((part) => ({
          points: stepsOf(part, ({ summary }, x) => ({
            x,
            lowest: summary.min_rate_pa,
            highest: summary.max_rate_pa,
          })),
          isPale: part[0]?.wasRead === false,
        })),
      }}
      strip={{
        name: charts.counts,
        runs: runs.map((run) =>
          stepsOf(run, ({ summary }, x) => ({ x, count: summary.institution_count })),
        ),
      }}
      stops={stopsOf(joinPeriods(periods))}
      textAt={textAt}
      cursor={cursor}
      onCursor={onCursor}
      onSelectRange={onSelectRange}
    />
  )
}

/** The median in steps, dashed where nobody read the pages of the group. */
function medianSegments(periods: readonly ChartPeriod[]): readonly PlotSegment[] {
  return contiguousRuns(periods).flatMap((run) =>
    splitRun(run).map((part, index, parts): PlotSegment => {
      const points = stepsOf(part, ({ summary }, x) => ({ x, rate: summary.median_rate_pa }))
      const next = parts[index + 1]?.[0]?.summary.median_rate_pa
      const end = points.at(-1)
      return {
        // The end of a part has the rate of the next one, so that the step between them is drawn.
        points:
          next === undefined || end === undefined
            ? points
            : [...points.slice(0, -1), { ...end, rate: next }],
        isDashed: part[0]?.wasRead === false,
      }
    }),
  )
}

/** Splits periods without a gap where readings begin or end. */
function splitRun(run: readonly ChartPeriod[]): readonly (readonly ChartPeriod[])[] {
  const parts: ChartPeriod[][] = []
  for (const period of run) {
    const part = parts.at(-1)
    if (part?.[0]?.wasRead === period.wasRead) part.push(period)
    else parts.push([period])
  }
  return parts
}

/** A point at the start of each period, and one at the end of the last. */
function stepsOf<T>(
  run: readonly ChartPeriod[],
  pointOf: (period: ChartPeriod, x: number) => T,
): readonly T[] {
  const last = run.at(-1)
  return [
    ...run.map((period) => pointOf(period, period.from)),
    ...(last === undefined ? [] : [pointOf(last, last.until)]),
  ]
}

/** The first day of each period, and the last day of all. */
function stopsOf(periods: readonly ChartPeriod[]): readonly number[] {
  const last = periods.at(-1)
  const lastDay = last === undefined ? [] : [Math.max(last.from, last.until - 1)]
  return [...new Set([...periods.map(({ from }) => from), ...lastDay])]
}
