/** From a value to a place on the screen, linearly. */
export type Scale = (value: number) => number

/** A scale from a stretch of values to one of pixels; a stretch without length lies in the middle. */
export function scaleOf(from: number, until: number, start: number, end: number): Scale {
  if (from === until) return () => (start + end) / 2
  return (value) => start + ((value - from) / (until - from)) * (end - start)
}

/** Round values between two others, about so many, and the round values around them. */
export function roundTicks(least: number, most: number, about: number): readonly number[] {
  const step = roundStep((most - least || 1) / about)
  const first = Math.floor(least / step)
  const last = Math.max(first + 1, Math.ceil(most / step))
  return Array.from({ length: last - first + 1 }, (_, index) => clean((first + index) * step))
}

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10
  return factor * power
}

/** Without the dust of binary fractions. */
function clean(value: number): number {
  return Math.round(value * 1e6) / 1e6
}

/** A mark on an axis of time. */
export type TimeTick = { readonly at: number; readonly label: string }

const month = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'short' })
const monthSteps = [1, 2, 3, 6, 12, 24, 60, 120]

/** The first days of years or months between two instants, at most so many; the first one says its year. */
export function timeTicks(from: number, until: number, most: number): readonly TimeTick[] {
  const [start, end] = [Math.ceil(monthsAt(from)), Math.floor(monthsAt(until))]
  const step = monthSteps.find((step) => (end - start) / step <= most) ?? 240
  const ticks: TimeTick[] = []
  for (let at = Math.ceil(start / step) * step; at <= end; at += step) {
    const [year, number] = [Math.floor(at / 12), at % 12]
    const instant = Date.UTC(year, number)
    const name = ticks.length === 0 ? `${month.format(instant)} ${year}` : month.format(instant)
    ticks.push({ at: instant, label: number === 0 ? String(year) : name })
  }
  return ticks
}

/** Months since the year 0; a fraction within one. */
function monthsAt(instant: number): number {
  const at = new Date(instant)
  const [year, number] = [at.getUTCFullYear(), at.getUTCMonth()]
  return year * 12 + number + (instant > Date.UTC(year, number) ? 0.5 : 0)
}
