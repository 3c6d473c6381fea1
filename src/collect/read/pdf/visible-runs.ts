import { colourDifference, leastDifference, mixedColour, white, type Colour } from '../colour.ts'
import { lettersOf, type Clip, type Drawing, type DrawnShape, type ShownText } from './drawing.ts'
import {
  cornersOf,
  filled,
  isInside,
  transformed,
  type Matrix,
  type PagePoint,
  type Subpath,
} from './paths.ts'

/** A text that a PDF draws in one piece. Positions are in PDF units from the lower left corner of the page as it is shown. */
export type DrawnText = {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  /** The font size. */
  readonly size: number
  readonly isUpright: boolean
  /** False if it has the colour of its background, is transparent, cut off, or covered by what is drawn later. */
  readonly isSeen: boolean
  /** Why the text cannot be trusted, as the end of a sentence about the cell. */
  readonly problem?: string
}

/** Distances in font sizes: the band of a text in which a line strikes it out, its middle, and the thickest line. */
const band = { bottom: 0.1, middle: 0.3, top: 0.6, line: 0.35 }

/** The smallest font size that a person sees. */
const leastSize = 1

/** The problem of a text of which it is not plain whether it is seen. */
export const doubtful = 'may be covered or invisible'

/** Says of each run whether it is seen. The runs and the letters are in the order of the file. */
export function visibleRuns(
  runs: readonly DrawnText[],
  { letters, texts, shapes }: Drawing,
): readonly DrawnText[] {
  let next = 0
  return runs.map((run) => {
    const own = lettersOf(run.text)
    const start = startOf(own, letters, next)
    if (start === -1) return { ...run, problem: doubtful }
    next = start + own.length
    const near = shapes.filter((shape) => isNear(shape, run))
    const areas = near.map((shape) => thickPart(shape, run.size))
    const points = pointsOf(run, own.length)
    const sights = new Set(
      points.map((point, index) => sightOf(point, texts[start + index], areas)),
    )
    if (sights.has('unclear')) return { ...run, problem: doubtful }
    if (!sights.has('seen') || run.size < leastSize)
      return { ...run, isSeen: false, problem: 'is covered or invisible' }
    if (sights.has('hidden')) return { ...run, problem: 'is partly covered or invisible' }
    return isStruck(run, points, near) ? { ...run, problem: 'is struck out' } : run
  })
}

/** Where the letters of a run begin, or -1. PDF.js leaves out letters beside the page, and turns texts that run from right to left. */
function startOf(own: string, letters: string, next: number): number {
  const sorted = (text: string) => Array.from(text).toSorted().join('')
  const isNext = sorted(letters.slice(next, next + own.length)) === sorted(own)
  return isNext ? next : letters.indexOf(own, next)
}

/** A point in the middle of about each letter of a run. */
function pointsOf({ x, y, width, size }: DrawnText, count: number): readonly PagePoint[] {
  return Array.from({ length: count }, (_, index) => [
    x + (width * (index + 0.5)) / count,
    y + band.middle * size,
  ])
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

/** A shape without its lines. */
function thickPart(shape: DrawnShape, size: number): DrawnShape {
  return { ...shape, subpaths: shape.subpaths.filter((part) => !isLine(part, size)) }
}

function isLine({ thickness }: Subpath, size: number): boolean {
  return thickness < band.line * size
}

/** Whether a text changes the colour of the page at a point. */
function sightOf(
  point: PagePoint,
  text: ShownText | undefined,
  shapes: readonly DrawnShape[],
): 'seen' | 'hidden' | 'unclear' {
  if (text === undefined || isClipped(point, text.clip)) return 'hidden'
  const here = shapesAt(point, shapes)
  const above = here.filter(({ order, isSeenThrough }) => order > text.order && !isSeenThrough)
  if (above.some(({ colour, alpha }) => colour !== undefined && alpha > 0.99)) return 'hidden'
  if (above.length > 0) return 'unclear'
  const ground = colourOver(here.filter(({ order }) => order < text.order))
  const isSeen = text.inks.some(({ colour, alpha }) => {
    const difference = colour === undefined ? 255 : colourDifference(colour, ground)
    return alpha * difference >= leastDifference
  })
  return isSeen ? 'seen' : 'hidden'
}

function shapesAt(point: PagePoint, shapes: readonly DrawnShape[]): readonly DrawnShape[] {
  return shapes.filter((shape) => isInside(point, shape) && !isClipped(point, shape.clip))
}

function isClipped(point: PagePoint, clip: Clip | undefined): boolean {
  for (let one = clip; one !== undefined; one = one.outer)
    if (!isInside(point, one.area)) return true
  return false
}

/** The colour of a place of the page over which shapes are drawn. */
function colourOver(shapes: readonly DrawnShape[]): Colour {
  return shapes.reduce<Colour>(
    (below, { colour, alpha }) => (alpha > 0.99 ? colour : mixedColour(below, colour, alpha)),
    white,
  )
}

type Line = Subpath & Pick<DrawnShape, 'clip'>

/** Whether lines go through at least half of a run, or two letters of it. Each letter may have a line of its own. */
function isStruck(
  run: DrawnText,
  points: readonly PagePoint[],
  shapes: readonly DrawnShape[],
): boolean {
  const lines = shapes.flatMap(({ subpaths, clip }) =>
    subpaths.filter((part) => isLine(part, run.size)).map((part) => ({ ...part, clip })),
  )
  const isOn = (point: PagePoint, { line, thickness, clip }: Line) =>
    !isClipped(point, clip) && isLineSeen(point, sideOf(line, thickness + 0.05 * run.size), shapes)
  const struck = points.filter(([x]) =>
    lines.some((one) => {
      const point: PagePoint = [x, heightAt(x, one.line)]
      const height = (point[1] - run.y) / run.size
      return height >= band.bottom && height <= band.top && isOn(point, one)
    }),
  )
  if (struck.length >= Math.min(points.length / 2, 2)) return true
  // Lines of a cross may be too steep to go through two letters.
  return lines.some((one) => crossing(run, one).some((point) => isOn(point, one)))
}

/** Points of a slanted line that goes through a run from its lower to its upper edge. Rules between columns are not slanted. */
function crossing({ x, y, width, size }: DrawnText, { line }: Line): readonly PagePoint[] {
  const [[x1, y1], [x2, y2]] = line
  if (Math.abs(x2 - x1) < 0.05 * Math.abs(y2 - y1)) return []
  const points = [band.bottom, 0.2, 0.45, band.top].map((height): PagePoint => {
    const part = (y + height * size - y1) / (y2 - y1)
    return [part >= 0 && part <= 1 ? x1 + (x2 - x1) * part : NaN, y + height * size]
  })
  return points.every(([at]) => at >= x && at <= x + width) ? points : []
}

/** The height of a line at some place from left to right; not a number beside it. */
function heightAt(x: number, [[x1, y1], [x2, y2]]: Subpath['line']): number {
  const part = (x - x1) / (x2 - x1)
  return part >= 0 && part <= 1 ? y1 + (y2 - y1) * part : NaN
}

/** The way to a point at some distance from a line. */
function sideOf([[x1, y1], [x2, y2]]: Subpath['line'], distance: number): PagePoint {
  const part = distance / (Math.hypot(x2 - x1, y2 - y1) || 1)
  return [(y1 - y2) * part, (x2 - x1) * part]
}

/** Whether the colour of a point differs from those on both sides of it: strips of a shaded box are no lines. */
function isLineSeen(
  [x, y]: PagePoint,
  [dx, dy]: PagePoint,
  shapes: readonly DrawnShape[],
): boolean {
  const colourAt = (...point: PagePoint) => colourOver(shapesAt(point, shapes))
  const own = colourAt(x, y)
  return [colourAt(x + dx, y + dy), colourAt(x - dx, y - dy)].every(
    (side) => colourDifference(own, side) >= leastDifference,
  )
}

/** What PDF.js says of an annotation; see its `getAnnotations`. */
export type Annotation = {
  readonly subtype?: string
  readonly annotationFlags?: number
  readonly rect: readonly number[]
  /** Eight numbers for the corners of each marked text. */
  readonly quadPoints?: ArrayLike<number> | null
  readonly contentsObj?: { readonly str?: string }
  readonly fieldType?: string
  readonly fieldValue?: unknown
}

/** Annotations that leave the text beneath as it is. */
const marking = ['Highlight', 'Underline', 'Squiggly', 'Link', 'Popup']

/** The flag of an annotation that is neither shown nor printed. */
const hiddenFlag = 2

/** Adds the problems of texts under annotations, and the texts that these write over the page: nobody can tell which figure holds. */
export function withAnnotations(
  runs: readonly DrawnText[],
  annotations: readonly Annotation[],
  base: Matrix,
): readonly DrawnText[] {
  const shown = annotations.filter(
    ({ annotationFlags = 0 }) => (annotationFlags & hiddenFlag) === 0,
  )
  const over = shown
    .filter(({ subtype = '' }) => !marking.includes(subtype))
    .map((one) => ({
      boxes: boxesOf(one, base),
      problem: one.subtype === 'StrikeOut' ? 'is struck out' : 'is under an annotation',
    }))
  return [
    ...runs.map((run) => {
      const found = over.find(({ boxes }) => boxes.some((box) => isOver(box, run)))
      return found === undefined ? run : { ...run, problem: found.problem }
    }),
    ...shown.flatMap((one) => writtenBy(one, base) ?? []),
  ]
}

/** The boxes of the texts that an annotation marks; without them its own. */
function boxesOf({ rect, quadPoints }: Annotation, base: Matrix): readonly Subpath[] {
  const numbers = Array.from(quadPoints ?? cornersOf(rect).flat())
  return Array.from({ length: numbers.length >> 3 }, (_, quad) =>
    filled(
      [0, 2, 4, 6].map((corner) => {
        const place = quad * 8 + corner
        return transformed([numbers[place] ?? 0, numbers[place + 1] ?? 0], base)
      }),
    ),
  )
}

/** Whether a box has the middle of a text over half of it or a length of its size. */
function isOver({ left, right, bottom, top }: Subpath, { x, y, width, size }: DrawnText): boolean {
  const length = Math.min(right, x + width) - Math.max(left, x)
  const middle = y + 0.3 * size
  return length > 0 && length >= Math.min(width / 2, size) && bottom <= middle && middle <= top
}

/** The text of a note or a form field, at its place. */
function writtenBy(annotation: Annotation, base: Matrix): DrawnText | undefined {
  const { subtype, rect, contentsObj, fieldType, fieldValue } = annotation
  const value = subtype === 'FreeText' ? contentsObj?.str : fieldType === 'Tx' ? fieldValue : ''
  const text = typeof value === 'string' ? value.trim() : ''
  if (text === '') return undefined
  const { left, right, bottom, top } = filled(cornersOf(rect).map((one) => transformed(one, base)))
  const size = Math.min(top - bottom, 12)
  const y = (bottom + top) / 2 - size / 3
  const place = { x: left, y, width: right - left, size, isUpright: true, isSeen: true }
  return { text, ...place, problem: 'is a note or a form field over the page' }
}
