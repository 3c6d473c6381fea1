import type { getDocumentProxy } from 'unpdf'
import type { Drawing, DrawnShape } from './drawing.ts'
import { isInside, type PagePoint } from './paths.ts'
import type { Cover } from './visible-runs.ts'

type PdfPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

/** A decoded picture of PDF.js. One with four bytes for each pixel has parts that are transparent. */
type Picture = {
  readonly width: number
  readonly height: number
  readonly data?: ArrayLike<number>
}

/** The font or picture of a page with the given name, once PDF.js has it; `null` if it cannot be decoded. */
export function resourceOf<T>(page: PdfPage, name: string): Promise<T | null> {
  const objects = name.startsWith('g_') ? page.commonObjs : page.objs
  return new Promise((resolve) => {
    objects.get(name, resolve)
  })
}

/** How much each shape of a page hides. Only the pictures that are drawn over a text are looked into. */
export async function coverOf(page: PdfPage, { glyphs, shapes }: Drawing): Promise<Cover> {
  const pictures = new Map<string, Picture | null>()
  for (const shape of shapes) {
    const name = shape.picture?.name ?? ''
    const isOver = glyphs.some(({ order, start }) => order < shape.order && isInside(start, shape))
    if (name !== '' && isOver && !pictures.has(name))
      pictures.set(name, await resourceOf<Picture>(page, name))
  }
  return (shape, point) => {
    const picture = pictures.get(shape.picture?.name ?? '')
    return shape.alpha * (picture ? opacityAt(picture, shape, point) : 1)
  }
}

/** How much the pixel of a picture at a point hides. */
function opacityAt({ width, height, data }: Picture, shape: DrawnShape, [x, y]: PagePoint): number {
  const [a, b, c, d, e, f] = shape.picture?.matrix ?? [1, 0, 0, 1, 0, 0]
  const scale = a * d - b * c
  if (data === undefined || data.length < 4 * width * height || scale === 0) return 1
  // The inverse of the transformation: the unit square has its top row of pixels at 1.
  const across = (d * (x - e) - c * (y - f)) / scale
  const up = (a * (y - f) - b * (x - e)) / scale
  const [column, row] = [Math.floor(across * width), Math.floor((1 - up) * height)]
  return (data[4 * (row * width + column) + 3] ?? 255) / 255
}
