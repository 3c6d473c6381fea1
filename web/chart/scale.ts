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
