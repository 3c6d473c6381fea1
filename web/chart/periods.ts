import { dayLength } from '../../src/domain/instant.ts'
import type { SummaryHistoryRow } from '../api.ts'

/** Consecutive days on which the summary of a group stayed the same. Times are in milliseconds. */
export type ChartPeriod = {
  readonly from: number
  /** The midnight after the last day. */
  readonly until: number
  readonly summary: SummaryHistoryRow
}

const comparedFields = [
  'institution_count',
  'min_rate_pa',
  'median_rate_pa',
  'max_rate_pa',
  'avg_rate_pa',
] as const satisfies readonly (keyof SummaryHistoryRow)[]

/** Joins the daily summaries of one type of institution into periods. A missing day leaves a gap between two periods. */
export function periodsOf(summaries: readonly SummaryHistoryRow[]): readonly ChartPeriod[] {
  const periods: ChartPeriod[] = []
  for (const summary of summaries) {
    const from = Date.parse(summary.snapshot_date)
    const last = periods.at(-1)
    const continuesLast =
      last?.until === from && comparedFields.every((name) => last.summary[name] === summary[name])
    const until = from + dayLength
    if (continuesLast) periods[periods.length - 1] = { ...last, until }
    else {
      periods.push({
        from,
        until,
        summary,
      })
    }
  }
  return periods
}

/** The parts of the periods between two times. */
export function clipPeriods(
  periods: readonly ChartPeriod[],
  from: number,
  until: number,
): readonly ChartPeriod[] {
  if (until <= from) return []
  return periods.flatMap((period) =>
    period.until <= from || period.from >= until
      ? []
      : [{ ...period, from: Math.max(from, period.from), until: Math.min(until, period.until) }],
  )
}

/** The period that contains a time. */
export function periodAt(periods: readonly ChartPeriod[], at: number): ChartPeriod | undefined {
  return periods.find(({ from, until }) => from <= at && at < until)
}

/** Splits the periods at their gaps. */
export function contiguousRuns(
  periods: readonly ChartPeriod[],
): readonly (readonly ChartPeriod[])[] {
  const runs: ChartPeriod[][] = []
  for (const period of periods) {
    const run = runs.at(-1)
    if (run?.at(-1)?.until === period.from) run.push(period)
    else runs.push([period])
  }
  return runs
}

/** The start of the first period and the end of the last one. */
export function timeRangeOf(
  periods: readonly ChartPeriod[],
): readonly [from: number, until: number] {
  return [
    Math.min(...periods.map(({ from }) => from)),
    Math.max(...periods.map(({ until }) => until)),
  ]
}
