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
  const shown = isMet ? figure(value) : missing(bound, value)
  return { what, target: `≥ ${bound} ${unit}`, measured: `${shown} ${unit}`, isMet }
}

/** Whether a number is at most a bound, as a verdict. */
export function atMost(what: string, bound: number, value: number, unit = '×'): Verdict {
  const isMet = value <= bound
  const shown = isMet ? figure(value) : missing(bound, value)
  return { what, target: `≤ ${bound} ${unit}`, measured: `${shown} ${unit}`, isMet }
}

/** A number that misses its bound, with as many digits as it takes to see that. */
function missing(bound: number, value: number): string {
  const texts = [figure(value), ...[4, 5, 6, 7].map((digits) => value.toPrecision(digits))]
  return texts.find((text) => Number(text.replaceAll(/\s/g, '')) !== bound) ?? `${value}`
}

/** A verdict that could not be reached, and why. */
export function skipped(what: string, target: string, why: string): Verdict {
  return { what, target, measured: why, isMet: undefined }
}

/** A verdict that waits for a run with PostgreSQL, whose database a quick one has no time to fill. */
export function unrivalled(
  { isQuick }: { readonly isQuick: boolean },
  what: string,
  bound: number,
): Verdict {
  const why = isQuick ? 'left out of a quick run' : 'it or PostgreSQL is not installed'
  return skipped(what, `≥ ${bound} ×`, why)
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
