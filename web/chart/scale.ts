import { dayLength } from '../../src/domain/instant.ts'

/** Maps a value to a coordinate. */
export type Scale = (value: number) => number

/** Maps `from … until` to `start … end`. If `from` equals `until`, every value is in the middle. */
export function linearScale(from: number, until: number, start: number, end: number): Scale {
  if (from === until) return () => (start + end) / 2
  return (value) => start + ((value - from) / (until - from)) * (end - start)
}

/** About `count` round values that cover a range, from at most `lowest` to at least `highest`. */
function roundTicks(lowest: number, highest: number, count: number): readonly number[] {
  const step = roundStep((highest - lowest) / count)
  const first = Math.floor(lowest / step)
  const last = Math.max(first + 1, Math.ceil(highest / step))
  return Array.from({ length: last - first + 1 }, (_, index) =>
    withoutBinaryError((first + index) * step),
  )
}

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10
  return factor * power
}

/** 0.3 instead of 0.30000000000000004. */
function withoutBinaryError(value: number): number {
  return Math.round(value * 1e6) / 1e6
}

/** The shortest vertical axis, in percentage points: on a shorter one a small change looks like a large one. */
const shortestRange = 2

/** Round values for the vertical axis that cover some rates, which charts side by side may share. */
export function rateTicks(rates: readonly string[], count: number): readonly number[] {
  const values = rates.map(Number)
  if (values.length === 0) return [0, 1]
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  const from = Math.max(0, Math.min(lowest, (lowest + highest - shortestRange) / 2))
  return roundTicks(from, Math.max(highest, from + shortestRange), count)
}

/** A label on the horizontal axis. */
export type AxisTick = { readonly at: number; readonly label: string }

const stepsInMonths = [1, 2, 3, 6, 12, 24, 60, 120]

/** At most `count` ticks of an axis of tenures, in months; every one is a whole number of months. */
export function monthTicks(from: number, until: number, count: number): readonly AxisTick[] {
  const step = stepsInMonths.find((step) => (until - from) / step <= count) ?? 240
  const first = Math.ceil(from / step)
  const length = Math.max(0, Math.floor(until / step) - first + 1)
  return Array.from({ length }, (_, index) => {
    const at = (first + index) * step
    return { at, label: String(at) }
  })
}

/** The place of a tenure on an axis of months. */
export function monthsOf(tenure: string): number {
  return Number(tenure)
}

/** How a language names the times of an axis. */
type TimeNames = {
  /** `Jun` */
  readonly month: (at: number) => string
  /** `9 Jun` */
  readonly dayOfMonth: (at: number) => string
  /** `9 Jun 2026` */
  readonly shortDay: (at: number) => string
}

/** At most about `count` ticks at the first days of months or years; at days, where the axis has fewer than two of those. */
export function timeTicks(
  from: number,
  until: number,
  count: number,
  names: TimeNames,
): readonly AxisTick[] {
  const months = monthStarts(from, until, count, names)
  return months.length > 1 ? months : dayStarts(from, until, count, names)
}

/** The first tick and every January show the year. */
function monthStarts(
  from: number,
  until: number,
  count: number,
  names: TimeNames,
): readonly AxisTick[] {
  const [start, end] = [Math.ceil(monthsAt(from)), Math.floor(monthsAt(until))]
  const step = stepsInMonths.find((step) => (end - start) / step <= count) ?? 240
  const ticks: AxisTick[] = []
  for (let months = Math.ceil(start / step) * step; months <= end; months += step) {
    const [year, month] = [Math.floor(months / 12), months % 12]
    const at = Date.UTC(year, month)
    const name = ticks.length === 0 ? `${names.month(at)} ${year}` : names.month(at)
    ticks.push({ at, label: month === 0 ? String(year) : name })
  }
  return ticks
}

/** Months since the year 0, with one half added inside a month. */
function monthsAt(time: number): number {
  const date = new Date(time)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return year * 12 + month + (time > Date.UTC(year, month) ? 0.5 : 0)
}

const stepsInDays = [1, 2, 7, 14]

/** Two days or more, or the only one. The first tick and the first of a year show the year. */
function dayStarts(
  from: number,
  until: number,
  count: number,
  names: TimeNames,
): readonly AxisTick[] {
  const first = Math.floor(from / dayLength)
  // The end of an axis is the midnight after its last day.
  const last = Math.max(first, Math.ceil(until / dayLength) - 1)
  const rough = (last - first) / Math.max(1, count)
  const step = stepsInDays.find((step) => step >= rough) ?? Math.ceil(rough)
  const ticks: AxisTick[] = []
  for (let day = first; day <= last; day += Math.max(1, Math.min(step, last - first))) {
    const at = Math.max(from, day * dayLength)
    const hasYear = ticks.length === 0 || isOtherYear(at, ticks.at(-1)?.at ?? at)
    ticks.push({ at, label: hasYear ? names.shortDay(at) : names.dayOfMonth(at) })
  }
  return ticks
}

function isOtherYear(a: number, b: number): boolean {
  return new Date(a).getUTCFullYear() !== new Date(b).getUTCFullYear()
}
