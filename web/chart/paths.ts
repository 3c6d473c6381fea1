import type { Scale } from './scale.ts'

/** A value that stays the same from one time to another. */
export type Level = { readonly from: number; readonly until: number; readonly value: number }

/** The SVG path of a step line. */
export function stepPath(levels: readonly Level[], x: Scale, y: Scale): string {
  return levels
    .map(({ from, until, value }, index) => {
      const [start, end, level] = [round(x(from)), round(x(until)), round(y(value))]
      return index === 0 ? `M${start} ${level}H${end}` : `V${level}H${end}`
    })
    .join('')
}

/** The SVG path of the area between two step lines over the same times. */
export function bandPath(
  lower: readonly Level[],
  upper: readonly Level[],
  x: Scale,
  y: Scale,
): string {
  const lowerEdge = lower
    .toReversed()
    .map(({ from, value }) => `V${round(y(value))}H${round(x(from))}`)
    .join('')
  return upper.length === 0 ? '' : `${stepPath(upper, x, y)}${lowerEdge}Z`
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10
}
