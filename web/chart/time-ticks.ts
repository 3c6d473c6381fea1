import { dayLength } from '../../src/domain/instant.ts'
import type { AxisTick } from './scale.ts'

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

const stepsInMonths = [1, 2, 3, 6, 12, 24, 60, 120]

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
