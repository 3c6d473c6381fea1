/** A transformation of points: `x' = a x + c y + e`, `y' = b x + d y + f`. */
export type Matrix = readonly [number, number, number, number, number, number]

export type PagePoint = readonly [x: number, y: number]

/** A closed part of a path, as straight lines. */
export type Subpath = {
  readonly points: readonly PagePoint[]
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly top: number
  /** The width of a line that is drawn, or the height of a part that is filled. */
  readonly thickness: number
  /** The middle of it from one end to the other. */
  readonly line: readonly [PagePoint, PagePoint]
}

/** The parts of a path, and which of the two rules of PDF says what is inside. */
export type Area = { readonly subpaths: readonly Subpath[]; readonly isEvenOdd: boolean }

/** The transformation that does `inner` first. */
export function product(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d] = outer
  const [g, h, i, j, k, l] = inner
  const [e, f] = transformed([k, l], outer)
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, e, f]
}

export function transformed([x, y]: PagePoint, [a, b, c, d, e, f]: Matrix): PagePoint {
  return [a * x + c * y + e, b * x + d * y + f]
}

/** The corners of a rectangle. */
export function cornersOf([x0 = 0, y0 = 0, x1 = 0, y1 = 0]: ArrayLike<number> &
  Iterable<number>): readonly PagePoint[] {
  return [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ]
}

/** The numbers of points that follow the commands of PDF.js in a path: move, line, cubic curve, quadratic curve, close. */
const pointCounts = [1, 1, 3, 2, 0]

/** The lines of a path of PDF.js. Curves become four lines each. */
export function polylinesOf(
  data: ArrayLike<number>,
  matrix: Matrix,
): readonly (readonly PagePoint[])[] {
  const lines: PagePoint[][] = []
  for (let index = 0; index < data.length;) {
    const command = data[index++] ?? 0
    const points = Array.from({ length: pointCounts[command] ?? 0 }, (): PagePoint => {
      index += 2
      return transformed([data[index - 2] ?? 0, data[index - 1] ?? 0], matrix)
    })
    const line = lines.at(-1)
    const [from, first] = [line?.at(-1), line?.[0]]
    if (command === 0 || line === undefined || from === undefined) lines.push([...points])
    else if (command === 4 && first !== undefined) line.push(first)
    else if (command === 1) line.push(...points)
    else for (const part of [0.25, 0.5, 0.75, 1]) line.push(onCurve([from, ...points], part))
  }
  return lines
}

/** The point of a Bézier curve at a part of its way. A straight line is the simplest one. */
function onCurve(points: readonly PagePoint[], part: number): PagePoint {
  const [first = [0, 0]] = points
  if (points.length < 2) return first
  const between = points.slice(1).map(([x, y], index): PagePoint => {
    const [fromX, fromY] = points[index] ?? first
    return [fromX + (x - fromX) * part, fromY + (y - fromY) * part]
  })
  return onCurve(between, part)
}

/** The area between some points. */
export function filled(points: readonly PagePoint[]): Subpath {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [left, right] = [xs.reduce(least, Infinity), xs.reduce(most, -Infinity)]
  const [bottom, top] = [ys.reduce(least, Infinity), ys.reduce(most, -Infinity)]
  const middle = (bottom + top) / 2
  const line = [[left, middle] as const, [right, middle] as const] as const
  return { points, left, right, bottom, top, thickness: top - bottom, line }
}

/** The area that is filled between some points. A slanted strip and an area without a height are drawn as lines. */
export function painted(points: readonly PagePoint[]): readonly Subpath[] {
  const area = filled(points)
  if (area.thickness === 0) return stroked(area.line, 0)
  const [a, b, c, d] = points
  if (!a || !b || !c || !d || points.length > 5) return [area]
  if ([b, d].every(([x, y]) => x === a[0] || y === a[1])) return [area]
  const isEnd = length(a, b) < length(b, c)
  const [p, q, r, s] = isEnd ? ([a, b, c, d] as const) : ([b, c, d, a] as const)
  return [{ ...area, thickness: length(p, q), line: [onCurve([p, q], 0.5), onCurve([r, s], 0.5)] }]
}

function length([x1, y1]: PagePoint, [x2, y2]: PagePoint): number {
  return Math.hypot(x2 - x1, y2 - y1)
}

const least = (a: number, b: number): number => Math.min(a, b)
const most = (a: number, b: number): number => Math.max(a, b)

/** The width of the thinnest line, which PDF writes as 0. */
const hairline = 0.1

/** The area of each piece of a line of some width. */
export function stroked(points: readonly PagePoint[], ownWidth: number): readonly Subpath[] {
  const width = Math.max(ownWidth, hairline)
  return points.slice(1).map((to, index) => {
    const from = points[index] ?? to
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
    const part = width / 2 / (Math.hypot(dx, dy) || 1)
    const [nx, ny] = [-dy * part, dx * part]
    const corners: readonly PagePoint[] = [
      [from[0] + nx, from[1] + ny],
      [to[0] + nx, to[1] + ny],
      [to[0] - nx, to[1] - ny],
      [from[0] - nx, from[1] - ny],
    ]
    return { ...filled(corners), thickness: width, line: [from, to] }
  })
}

/** Whether a point is inside an area, by the number of edges on its right. */
export function isInside([x, y]: PagePoint, { subpaths, isEvenOdd }: Area): boolean {
  let [winding, crossings] = [0, 0]
  for (const { points, left, right, bottom, top } of subpaths) {
    if (x < left || x > right || y < bottom || y > top) continue
    let [fromX, fromY] = points.at(-1) ?? [0, 0]
    for (const [toX, toY] of points) {
      const isCrossed = fromY <= y !== toY <= y
      if (isCrossed && fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX) > x) {
        winding += toY > fromY ? 1 : -1
        crossings++
      }
      ;[fromX, fromY] = [toX, toY]
    }
  }
  return isEvenOdd ? crossings % 2 === 1 : winding !== 0
}
