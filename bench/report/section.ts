/** What a target of the issue came to in this run. */
export type Verdict = {
  readonly what: string
  readonly target: string
  readonly measured: string
  /** `undefined` where there was nothing to measure it against. */
  readonly isMet: boolean | undefined
}

/** A table of measurements. */
export type Table = {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** What one group of rows has to say. */
export type Section = {
  readonly title: string
  readonly text: string
  readonly verdicts: readonly Verdict[]
  readonly tables: readonly Table[]
}

/** Whether a number is at least a bound, as a verdict. */
export function atLeast(what: string, bound: number, value: number, unit = '×'): Verdict {
  const isMet = value >= bound
  return { what, target: `≥ ${bound} ${unit}`, measured: beside(bound, value, isMet, unit), isMet }
}

/** Whether a number is at most a bound, as a verdict. */
export function atMost(what: string, bound: number, value: number, unit = '×'): Verdict {
  const isMet = value <= bound
  return { what, target: `≤ ${bound} ${unit}`, measured: beside(bound, value, isMet, unit), isMet }
}

/** A number beside its bound: with more digits where it misses that by less than is shown. */
function beside(bound: number, value: number, isMet: boolean, unit: string): string {
  const isRounded = !isMet && figure(value) === figure(bound + 1e-9)
  return `${isRounded ? value.toPrecision(4) : figure(value)} ${unit}`
}

/** A verdict that could not be reached, and why. */
export function skipped(what: string, target: string, why: string): Verdict {
  return { what, target, measured: why, isMet: undefined }
}

/** A number as a table shows it: two or three digits that count, and thousands apart. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (Number.isInteger(value) || Math.abs(value) >= 100) {
    return String(Math.round(value)).replaceAll(/\B(?=(?:\d{3})+$)/g, ' ')
  }
  if (Math.abs(value) >= 0.1) return value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
  return value.toPrecision(2)
}
