import { cornersOf, filled, transformed, type Matrix, type Subpath } from './paths.ts'
import type { DrawnText } from './visible-runs.ts'

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
