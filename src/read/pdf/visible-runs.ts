import type { Clip, Colour } from './graphics-state.ts'
import type { Drawing, DrawnShape } from './drawing.ts'
import type { Glyph } from './glyphs.ts'
import { isInside, type PagePoint } from './paths.ts'
import type { DrawnText } from './runs.ts'

/** Distances in font sizes: the band of a text in which a line strikes it out, its middle, and the thickest line. */
const band = { bottom: 0.1, middle: 0.3, top: 0.6, line: 0.35 }
/** The least difference of two colours, of 255, that a person sees. */
const leastDifference = 24
const white: Colour = [255, 255, 255]
const grey: Colour = [128, 128, 128]
/** Stands for the pattern of a text: it differs from all that is beneath. */
const unlikeAny: Colour = [-999, -999, -999]

/** How much of a shape hides what is beneath at a point: 0 is nothing, 1 all. */
export type Cover = (shape: DrawnShape, point: PagePoint) => number

/** Says of each run whether it is seen. The runs and the glyphs are in the order of the file. */
export function visibleRuns(
  runs: readonly DrawnText[],
  { glyphs, shapes }: Drawing,
  cover: Cover,
): readonly DrawnText[] {
  let next = 0
  return runs.map((run) => {
    const start = startOf(run, glyphs, next)
    if (start === undefined) return { ...run, problem: 'may be covered or invisible' }
    next = endOf(run, glyphs, start)
    const near = shapes.filter((shape) => isNear(shape, run))
    const areas = near.map((shape) => thickPart(shape, run.size))
    const own = glyphs.slice(start, next)
    const seen = own.filter((glyph) => isSeen(glyph, run, areas, cover)).length
    if (seen === 0) return { ...run, isSeen: false, problem: 'is covered or invisible' }
    if (seen < own.length) return { ...run, problem: 'is partly covered or invisible' }
    return isStruck(run, near, cover) ? { ...run, problem: 'is struck out' } : run
  })
}

/** The first glyph of a run. */
function startOf(run: DrawnText, glyphs: readonly Glyph[], next: number): number | undefined {
  const tolerance = 0.05 * run.size
  for (let index = next; index < glyphs.length; index++) {
    const [x, y] = glyphs[index]?.start ?? [Infinity, Infinity]
    if (Math.abs(x - run.x) <= tolerance && Math.abs(y - run.y) <= tolerance) return index
  }
  return undefined
}

/** The glyph after the last one of a run: it is on another line, or goes back. */
function endOf(run: DrawnText, glyphs: readonly Glyph[], start: number): number {
  let last = run.x
  for (let index = start; index < glyphs.length; index++) {
    const [x, y] = glyphs[index]?.start ?? [Infinity, Infinity]
    const isOnLine = Math.abs(y - run.y) <= 0.5 * run.size && x >= last - 0.2 * run.size
    if (index > start && (!isOnLine || x > run.x + run.width - 0.01 * run.size)) return index
    last = x
  }
  return glyphs.length
}

function isNear({ subpaths }: DrawnShape, { x, y, width, size }: DrawnText): boolean {
  return subpaths.some(
    ({ left, right, bottom, top, thickness }) =>
      left <= x + width &&
      right >= x &&
      bottom - thickness <= y + size &&
      top + thickness >= y - size,
  )
}

/** Whether a glyph changes the colour of the page at its middle. */
function isSeen(
  glyph: Glyph,
  run: DrawnText,
  shapes: readonly DrawnShape[],
  cover: Cover,
): boolean {
  const { start, end, order, inks, clip } = glyph
  const middle: PagePoint = [
    (start[0] + end[0]) / 2,
    (start[1] + end[1]) / 2 + band.middle * run.size,
  ]
  if (isClipped(middle, clip)) return false
  const here = shapesAt(middle, shapes)
  const [below, above] = [
    here.filter((one) => one.order < order),
    here.filter((one) => one.order > order),
  ]
  const hasMask = below.some(({ isMasked }) => isMasked)
  const ground = hasMask ? undefined : colourOver(white, below, middle, cover, undefined)
  const without = colourOver(ground, above, middle, cover, grey)
  return inks.some(({ colour, alpha }) => {
    const drawn = mixed(ground, colour ?? unlikeAny, alpha)
    return differenceOf(colourOver(drawn, above, middle, cover, grey), without) >= leastDifference
  })
}

/** A shape without its thin parts, which are lines. */
function thickPart(shape: DrawnShape, size: number): DrawnShape {
  const subpaths = shape.subpaths.filter(({ thickness }) => thickness >= band.line * size)
  return { ...shape, subpaths }
}

function shapesAt(point: PagePoint, shapes: readonly DrawnShape[]): readonly DrawnShape[] {
  return shapes.filter((shape) => isInside(point, shape) && !isClipped(point, shape.clip))
}

/** The colour of a point after shapes are drawn over it. How much a masked shape hides is not known; a picture has the colour `unknown`. */
function colourOver(
  ground: Colour,
  shapes: readonly DrawnShape[],
  point: PagePoint,
  cover: Cover,
  unknown: Colour,
): Colour {
  return shapes.reduce<Colour>((below, shape) => {
    if (shape.isMasked) return below
    const { colour = unknown, isBlended } = shape
    return mixed(below, isBlended ? multiplied(below, colour) : colour, cover(shape, point))
  }, ground)
}

/** The rules of blending differ little for what is asked here, so each counts as the usual one. */
function multiplied(below: Colour, above: Colour): Colour {
  return combined(below, above, (one, other) => (one * other) / 255)
}

function mixed(below: Colour, above: Colour, alpha: number): Colour {
  if (alpha > 0.99) return above
  if (alpha < 0.01) return below
  return combined(below, above, (one, other) => one + (other - one) * alpha)
}

function combined(
  below: Colour,
  above: Colour,
  how: (one: number, other: number) => number,
): Colour {
  if (below === undefined || above === undefined) return undefined
  return [how(below[0], above[0]), how(below[1], above[1]), how(below[2], above[2])]
}

/** The largest difference of the parts of two colours. */
function differenceOf(one: Colour, other: Colour): number {
  if (one === undefined || other === undefined) return one === other ? 0 : 255
  return Math.max(...one.map((part, index) => Math.abs(part - (other[index] ?? 0))))
}

function isClipped(point: PagePoint, clip: Clip | undefined): boolean {
  for (let one = clip; one !== undefined; one = one.outer)
    if (!isInside(point, one.area)) return true
  return false
}

/** Whether lines go through the middle of a run, over half of it or a length of its size. Each glyph may have a line of its own. */
function isStruck(run: DrawnText, shapes: readonly DrawnShape[], cover: Cover): boolean {
  let length = 0
  for (const { subpaths, clip } of shapes) {
    for (const { thickness, line } of subpaths) {
      if (thickness >= band.line * run.size) continue
      const part = partInBand(line, run)
      if (part === undefined || isClipped(part.middle, clip)) continue
      const distance = thickness + 0.05 * run.size
      if (isLineSeen(part.middle, distance, shapes, cover)) length += part.length
    }
  }
  return length > 0 && length >= Math.min(run.width / 2, run.size)
}

/** Whether the colour of a point differs from those above and below it: strips of a shaded box are no lines. */
function isLineSeen(
  [x, y]: PagePoint,
  distance: number,
  shapes: readonly DrawnShape[],
  cover: Cover,
): boolean {
  const colourAt = (point: PagePoint) =>
    colourOver(white, shapesAt(point, shapes), point, cover, grey)
  const own = colourAt([x, y])
  return [distance, -distance].every(
    (offset) => differenceOf(own, colourAt([x, y + offset])) >= leastDifference,
  )
}

/** The part of a line in the band of a run: its length from left to right, and its middle. */
function partInBand(
  [[x1, y1], [x2, y2]]: readonly [PagePoint, PagePoint],
  { x, y, width, size }: DrawnText,
): { readonly length: number; readonly middle: PagePoint } | undefined {
  const [bottom, top] = [y + band.bottom * size, y + band.top * size]
  let [from, to] = [0, 1]
  for (const [start, end, low, high] of [
    [x1, x2, x, x + width],
    [y1, y2, bottom, top],
  ] as const) {
    if (start === end && (start < low || start > high)) return undefined
    if (start === end) continue
    const parts = [(low - start) / (end - start), (high - start) / (end - start)]
    from = Math.max(from, Math.min(...parts))
    to = Math.min(to, Math.max(...parts))
  }
  if (from >= to) return undefined
  const half = (from + to) / 2
  return {
    length: Math.abs(x2 - x1) * (to - from),
    middle: [x1 + (x2 - x1) * half, y1 + (y2 - y1) * half],
  }
}
