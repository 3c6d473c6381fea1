/** Maps a value to a coordinate. */
export type Scale = (value: number) => number

/** Maps `from … until` to `start … end`. If `from` equals `until`, every value is in the middle. */
export function linearScale(from: number, until: number, start: number, end: number): Scale {
  if (from === until) return () => (start + end) / 2
  return (value) => start + ((value - from) / (until - from)) * (end - start)
}

/** About `count` round values that cover a range, from at most `lowest` to at least `highest`. */
export function roundTicks(lowest: number, highest: number, count: number): readonly number[] {
  const step = roundStep((highest - lowest || 1) / count)
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

/** A label on a time axis. */
export type TimeTick = { readonly at: number; readonly label: string }

const monthFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'short' })
const stepsInMonths = [1, 2, 3, 6, 12, 24, 60, 120]

/** At most `count` ticks at the first days of months or years. The first tick and every January show the year. */
export function timeTicks(from: number, until: number, count: number): readonly TimeTick[] {
  const [start, end] = [Math.ceil(monthsAt(from)), Math.floor(monthsAt(until))]
  const step = stepsInMonths.find((step) => (end - start) / step <= count) ?? 240
  const ticks: TimeTick[] = []
  for (let months = Math.ceil(start / step) * step; months <= end; months += step) {
    const [year, month] = [Math.floor(months / 12), months % 12]
    const at = Date.UTC(year, month)
    const name = ticks.length === 0 ? `${monthFormat.format(at)} ${year}` : monthFormat.format(at)
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
