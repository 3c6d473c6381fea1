import { getResolvedPDFJS } from 'unpdf'
import { shownGlyphs, type Glyph, type Ink, type ShownGlyph } from './glyphs.ts'
import {
  colourOf,
  enterGroup,
  identity,
  initialState,
  moveText,
  setTextMatrix,
  type Clip,
  type Colour,
  type GraphicsState,
} from './graphics-state.ts'
import {
  cornersOf,
  filled,
  polylinesOf,
  product,
  stroked,
  transformed,
  type Area,
  type Matrix,
} from './paths.ts'

/** An area that is filled, or the lines of a path that is stroked. */
export type DrawnShape = Area &
  Ink & {
    readonly order: number
    readonly clip: Clip | undefined
    /** True if the colour is mixed with that beneath by another rule than covering it. */
    readonly isBlended: boolean
    /** True if a mask says how much is drawn. */
    readonly isMasked: boolean
    /** The name of a picture, and the transformation from its unit square. */
    readonly picture?: { readonly name: string; readonly matrix: Matrix }
  }

/** The texts and areas of a page in the order in which they are drawn. */
export type Drawing = {
  readonly glyphs: readonly Glyph[]
  readonly shapes: readonly DrawnShape[]
  readonly hasInvisibleText: boolean
}

/** What PDF.js gives for a page; see its `getOperatorList`. */
type Operators = {
  readonly fnArray: readonly number[]
  readonly argsArray: readonly unknown[]
}

/** The transformation from the units of a page to places on the page as it is shown, and the box of that page. */
export type PageSpace = { readonly base: Matrix; readonly size: readonly number[] }

/** Annotations that mark a text and leave it as it is. */
const marking = new Set(['Highlight', 'Underline', 'Squiggly', 'Link'])

/**
 * Follows the drawing operators of a page. `fontScales` has the size of the unit of glyph widths for fonts, `annotations` the kind of
 * each annotation by its id.
 */
export async function drawingOf(
  { fnArray, argsArray }: Operators,
  { base, size }: PageSpace,
  fontScales: ReadonlyMap<string, number>,
  annotations: ReadonlyMap<string, string>,
): Promise<Drawing> {
  const { OPS } = await getResolvedPDFJS()
  const names = new Map(Object.entries(OPS).map(([name, code]) => [code, name]))
  const glyphs: Glyph[] = []
  const shapes: DrawnShape[] = []
  const stack: GraphicsState[] = []
  const page = { area: rectangle(size, identity), outer: undefined }
  let state = initialState(base, page)
  let order = 0
  let pendingClip: 'clip' | 'eoClip' | undefined
  let hasInvisibleText = false
  /** How many masks, and annotations that are not followed, are open: they draw nothing on the page. */
  let unpainted = 0

  const save = (): void => {
    stack.push({ ...state })
  }
  const restore = (): void => {
    state = stack.pop() ?? state
  }
  const clipTo = (area: Area): void => {
    state.clip = { area, outer: state.clip }
  }
  const paint = (
    area: Area,
    colour: Colour,
    alpha: number,
    picture?: DrawnShape['picture'],
  ): void => {
    if (unpainted > 0) return
    const { clip, groupAlpha, isBlended, isMasked, isGroupBlended, isGroupMasked } = state
    shapes.push({
      ...area,
      order: order++,
      colour,
      alpha: alpha * groupAlpha,
      clip,
      isBlended: isBlended || isGroupBlended,
      isMasked: isMasked || isGroupMasked,
      ...(picture !== undefined && { picture }),
    })
  }
  const paintPath = (operator: string, data: ArrayLike<number>): void => {
    const lines = polylinesOf(data, state.matrix)
    const isEvenOdd = /eofill/i.test(operator)
    const subpaths = lines.map(filled)
    if (/fill/i.test(operator)) paint({ subpaths, isEvenOdd }, state.fill, state.fillAlpha)
    if (/stroke/i.test(operator)) {
      const [a, b, c, d] = state.matrix
      const width = state.lineWidth * Math.sqrt(Math.abs(a * d - b * c))
      const pieces = lines.flatMap((line) => stroked(line, width))
      paint({ subpaths: pieces, isEvenOdd: false }, state.stroke, state.strokeAlpha)
    }
    if (pendingClip !== undefined) clipTo({ subpaths, isEvenOdd: pendingClip === 'eoClip' })
    pendingClip = undefined
  }
  const paintPicture = (name: string): void => {
    const area = rectangle([0, 0, 1, 1], state.matrix)
    paint(area, undefined, state.fillAlpha, { name, matrix: state.matrix })
  }
  const showText = (shown: readonly ShownGlyph[]): void => {
    const drawn = shownGlyphs(state, shown, fontScales.get(state.font) ?? 0.001)
    if (unpainted === 0) for (const glyph of drawn) glyphs.push({ ...glyph, order: order++ })
  }
  const setGraphicsState = (entries: readonly (readonly [string, unknown])[]): void => {
    for (const [key, value] of entries) {
      if (key === 'LW') state.lineWidth = value as number
      if (key === 'ca') state.fillAlpha = value as number
      if (key === 'CA') state.strokeAlpha = value as number
      if (key === 'BM') state.isBlended = value !== 'source-over'
      if (key === 'SMask') state.isMasked = Boolean(value)
    }
  }

  const steps: Readonly<Record<string, (...args: never[]) => void>> = {
    save,
    restore,
    transform: (...matrix: Matrix) => (state.matrix = product(state.matrix, matrix)),
    setGState: setGraphicsState,
    setLineWidth: (width: number) => (state.lineWidth = width),
    setFillRGBColor: (colour: string) => (state.fill = colourOf(colour)),
    setStrokeRGBColor: (colour: string) => (state.stroke = colourOf(colour)),
    setFillColorN: () => (state.fill = undefined),
    setStrokeColorN: () => (state.stroke = undefined),
    clip: () => (pendingClip = 'clip'),
    eoClip: () => (pendingClip = 'eoClip'),
    constructPath: (code: number, [data]: readonly (ArrayLike<number> | null)[]) =>
      paintPath(names.get(code) ?? '', data ?? []),
    shadingFill: () => {
      paint(page.area, undefined, state.fillAlpha)
    },
    paintSolidColorImageMask: () =>
      paint(rectangle([0, 0, 1, 1], state.matrix), state.fill, state.fillAlpha),
    paintImageXObject: paintPicture,
    paintInlineImageXObject: () => paintPicture(''),
    paintFormXObjectBegin: (matrix: Matrix | null, box: Float32Array | null) => {
      save()
      state.matrix = product(state.matrix, matrix ?? identity)
      if (box !== null) clipTo(rectangle(box, state.matrix))
    },
    paintFormXObjectEnd: restore,
    beginGroup: ({ smask }: { readonly smask?: unknown }) => {
      save()
      enterGroup(state)
      if (smask) unpainted++
    },
    endGroup: ({ smask }: { readonly smask?: unknown }) => {
      restore()
      if (smask) unpainted--
    },
    beginAnnotation: (id: string, box: readonly number[] | null, ...matrices: Matrix[]) => {
      stack.length = 0
      state = initialState(base, page)
      if (box !== null) clipTo(rectangle(box, state.matrix))
      for (const matrix of matrices.slice(0, 2)) state.matrix = product(state.matrix, matrix)
      unpainted = marking.has(annotations.get(id) ?? '') ? 1 : 0
    },
    endAnnotation: () => (unpainted = 0),
    beginText: () => setTextMatrix(state, identity),
    setTextMatrix: (matrix: Matrix) => setTextMatrix(state, matrix),
    moveText: (x: number, y: number) => moveText(state, x, y),
    setLeadingMoveText: (x: number, y: number) => {
      state.leading = -y
      moveText(state, x, y)
    },
    nextLine: () => moveText(state, 0, -state.leading),
    setLeading: (leading: number) => (state.leading = leading),
    setCharSpacing: (spacing: number) => (state.charSpacing = spacing),
    setWordSpacing: (spacing: number) => (state.wordSpacing = spacing),
    setHScale: (percent: number) => (state.scale = percent / 100),
    setTextRise: (rise: number) => (state.rise = rise),
    setFont: (font: string, size: number) => {
      state.font = font
      state.fontSize = size
    },
    setTextRenderingMode: (mode: number) => {
      state.mode = mode
      hasInvisibleText ||= (mode & 3) === 3
    },
    showText,
  }
  for (const [index, code] of fnArray.entries()) {
    const args = (argsArray[index] ?? []) as never[]
    steps[names.get(code) ?? '']?.(...args)
  }
  return { glyphs, shapes, hasInvisibleText }
}

function rectangle(box: ArrayLike<number> & Iterable<number>, matrix: Matrix): Area {
  const corners = cornersOf(box).map((corner) => transformed(corner, matrix))
  return { subpaths: [filled(corners)], isEvenOdd: false }
}
