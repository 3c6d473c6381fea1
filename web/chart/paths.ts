import type { Marker } from './plot-types.ts'
import type { Scale } from './scale.ts'

/** A point in the units of the axes. */
export type Point = { readonly x: number; readonly y: number }

/** The SVG path of a line in steps. The last point ends the step before it. */
export function stepPath(points: readonly Point[], x: Scale, y: Scale): string {
  return points
    .map((point, index) => {
      const [right, level] = [round(x(point.x)), round(y(point.y))]
      if (index === 0) return `M${right} ${level}`
      return points[index - 1]?.y === point.y ? `H${right}` : `H${right}V${level}`
    })
    .join('')
}

/** The SVG path of straight lines from point to point. */
export function straightPath(points: readonly Point[], x: Scale, y: Scale): string {
  return points
    .map((point, index) => `${index === 0 ? 'M' : 'L'}${round(x(point.x))} ${round(y(point.y))}`)
    .join('')
}

/** The SVG path of the area between two lines in steps over the same times. */
export function bandPath(
  lower: readonly Point[],
  upper: readonly Point[],
  x: Scale,
  y: Scale,
): string {
  const lowerEdge = lower
    .slice(0, -1)
    .toReversed()
    .map((point) => `V${round(y(point.y))}H${round(x(point.x))}`)
    .join('')
  return upper.length === 0 ? '' : `${stepPath(upper, x, y)}${lowerEdge}Z`
}

/** A mark around the current point of a path. The style sheet gives the lines without length their width. */
const markShapes: Readonly<Record<Marker, string>> = {
  circle: 'h0',
  square: 'h0',
  triangle: 'm0 -3.5l3.5 6h-7z',
  diamond: 'm0 -4l4 4l-4 4l-4 -4z',
  cross: 'm-3 -3l6 6m0 -6l-6 6',
}

/** The SVG path of the marks of a series: one element, however many readings there are. */
export function marksPath(points: readonly Point[], marker: Marker, x: Scale, y: Scale): string {
  return points
    .map((point) => `M${round(x(point.x))} ${round(y(point.y))}${markShapes[marker]}`)
    .join('')
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10
}
