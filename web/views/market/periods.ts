import { dayLength } from '../../../src/domain/instant.ts'
import type { InstitutionType } from '../../../src/domain/institution.ts'
import type { SummaryHistoryRow } from '../../api/api.ts'
import { groupBy } from '../../rates/group-by.ts'

/** The rows of `/summary/history`, one for each period. */
export type HistoryRows = readonly SummaryHistoryRow[]

export type LastConfirmations = ReadonlyMap<InstitutionType, number>

/** Consecutive days on which the summary of a group stayed the same. Times are in milliseconds. */
export type ChartPeriod = {
  readonly from: number
  /** The midnight after the last day. */
  readonly until: number
  /** The day since which the figures stand; the period may begin later, where reading ended or began. */
  readonly since: string
  /** False in more than 31 days without a reading of the group: nobody knows what happened then. */
  readonly wasRead: boolean
  readonly summary: SummaryHistoryRow
}

const comparedFields = [
  'institution_count',
  'min_rate_pa',
  'median_rate_pa',
  'max_rate_pa',
  'avg_rate_pa',
] as const satisfies readonly (keyof SummaryHistoryRow)[]

/** The periods of one type of institution. A missing day leaves a gap between two periods. */
function periodsOf(rows: readonly SummaryHistoryRow[]): readonly ChartPeriod[] {
  const periods: ChartPeriod[] = []
  for (const summary of rows) {
    const last = periods.at(-1)
    const from = Date.parse(summary.snapshot_date)
    const goesOn = last?.until === from && hasSameFigures(last.summary, summary)
    periods.push({
      from,
      until: Date.parse(summary.last_day ?? summary.snapshot_date) + dayLength,
      since: goesOn ? last.since : summary.snapshot_date,
      wasRead: summary.was_read ?? true,
      summary,
    })
  }
  return periods
}

function hasSameFigures(a: SummaryHistoryRow, b: SummaryHistoryRow): boolean {
  return comparedFields.every((name) => a[name] === b[name])
}

/** The periods of each type of institution. */
export function periodsByType(
  rows: readonly SummaryHistoryRow[],
): ReadonlyMap<InstitutionType, readonly ChartPeriod[]> {
  const byType = groupBy(rows, (row) => row.institution_type)
  return new Map([...byType].map(([type, ofType]) => [type, periodsOf(ofType)]))
}

/** Joins periods with the same figures, which differ only in whether the pages were read. */
export function joinPeriods(periods: readonly ChartPeriod[]): readonly ChartPeriod[] {
  const joined: ChartPeriod[] = []
  for (const period of periods) {
    const last = joined.at(-1)
    if (last?.until === period.from && last.since === period.since)
      joined[joined.length - 1] = { ...last, until: period.until }
    else joined.push(period)
  }
  return joined
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
