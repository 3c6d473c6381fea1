import type { Scale } from './scale.ts'

/** A level from one instant to another. */
export type Level = { readonly from: number; readonly until: number; readonly value: number }

/** A line that holds each level and then steps to the next. */
export function stepPath(levels: readonly Level[], x: Scale, y: Scale): string {
  return levels
    .map(({ from, until, value }, index) => {
      const [start, end, level] = [round(x(from)), round(x(until)), round(y(value))]
      return index === 0 ? `M${start} ${level}H${end}` : `V${level}H${end}`
    })
    .join('')
}

/** The area between two such lines over the same instants. */
export function bandPath(
  lower: readonly Level[],
  upper: readonly Level[],
  x: Scale,
  y: Scale,
): string {
  const back = lower
    .toReversed()
    .map(({ from, value }) => `V${round(y(value))}H${round(x(from))}`)
    .join('')
  return upper.length === 0 ? '' : `${stepPath(upper, x, y)}${back}Z`
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10
}
