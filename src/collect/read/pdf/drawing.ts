import { getResolvedPDFJS } from 'unpdf'
import { black, parseColour, type Colour } from '../colour.ts'
import {
  cornersOf,
  filled,
  painted,
  polylinesOf,
  product,
  stroked,
  transformed,
  type Area,
  type Matrix,
} from './paths.ts'

/** A colour, and how much of it hides what is beneath: 0 is nothing, 1 all. Those of patterns, pictures and blends are not known. */
export type Ink = { readonly colour: Colour; readonly alpha: number }

/** The areas that what is drawn is cut off at, the innermost first. */
export type Clip = { readonly area: Area; readonly outer: Clip | undefined }

/** What is drawn later has a higher order. */
type Drawn = { readonly order: number; readonly clip: Clip | undefined }

/** An area that is filled, or the lines of a path that is stroked. */
export type DrawnShape = Area & Drawn & Ink & { readonly isSeenThrough: boolean }

/** The letters that one operator draws. */
export type ShownText = Drawn & { readonly inks: readonly Ink[] }

/** The texts and areas of a page in the order in which they are drawn. */
export type Drawing = {
  readonly letters: string
  /** The text that each of the letters belongs to. */
  readonly texts: readonly ShownText[]
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

/** The part of the graphics state of PDF that says whether something is seen. The members of groups hold for the groups around. */
type GraphicsState = {
  matrix: Matrix
  clip: Clip | undefined
  fill: Colour
  stroke: Colour
  fillAlpha: number
  strokeAlpha: number
  groupAlpha: number
  /** True if colours are mixed with those beneath by another rule than covering them. */
  isBlended: boolean
  isGroupBlended: boolean
  isMasked: boolean
  isGroupMasked: boolean
  lineWidth: number
  textMode: number
}

const identity: Matrix = [1, 0, 0, 1, 0, 0]

/** Follows the drawing operators of a page. */
export async function drawingOf(
  { fnArray, argsArray }: Operators,
  { base, size }: PageSpace,
): Promise<Drawing> {
  const { OPS } = await getResolvedPDFJS()
  const names = new Map(Object.entries(OPS).map(([name, code]) => [code, name]))
  let letters = ''
  const texts: ShownText[] = []
  const shapes: DrawnShape[] = []
  const stack: GraphicsState[] = []
  const page = rectangle(size, identity)
  let state: GraphicsState = {
    matrix: base,
    clip: { area: page, outer: undefined },
    fill: black,
    stroke: black,
    fillAlpha: 1,
    strokeAlpha: 1,
    groupAlpha: 1,
    isBlended: false,
    isGroupBlended: false,
    isMasked: false,
    isGroupMasked: false,
    lineWidth: 1,
    textMode: 0,
  }
  let order = 0
  let pendingClip: 'clip' | 'eoClip' | undefined
  let hasInvisibleText = false
  /** How many masks are open: they draw nothing on the page. */
  let masks = 0

  const save = (): void => {
    stack.push({ ...state })
  }
  const restore = (): void => {
    state = stack.pop() ?? state
  }
  const clipTo = (area: Area): void => {
    state.clip = { area, outer: state.clip }
  }
  const paint = (area: Area, ink: Colour, ownAlpha: number): void => {
    const { clip, groupAlpha } = state
    const alpha = ownAlpha * groupAlpha
    if (masks > 0 || alpha < 0.01) return
    const isBlended = state.isBlended || state.isGroupBlended
    const isMixed = isBlended || state.isMasked || state.isGroupMasked
    const colour = isMixed ? undefined : ink
    // A light marker over black letters, for example.
    const isSeenThrough = alpha <= 0.5 || (isBlended && Math.max(...(ink ?? [])) >= 128)
    shapes.push({ ...area, order: order++, clip, colour, alpha, isSeenThrough })
  }
  const paintPath = (operator: string, data: ArrayLike<number>): void => {
    const lines = polylinesOf(data, state.matrix)
    const isEvenOdd = /eofill/i.test(operator)
    const subpaths = lines.map(filled)
    if (/fill/i.test(operator))
      paint({ subpaths: lines.flatMap(painted), isEvenOdd }, state.fill, state.fillAlpha)
    if (/stroke/i.test(operator)) {
      const [a, b, c, d] = state.matrix
      const width = state.lineWidth * Math.sqrt(Math.abs(a * d - b * c))
      const pieces = lines.flatMap((line) => stroked(line, width))
      paint({ subpaths: pieces, isEvenOdd: false }, state.stroke, state.strokeAlpha)
    }
    if (pendingClip !== undefined) clipTo({ subpaths, isEvenOdd: pendingClip === 'eoClip' })
    pendingClip = undefined
  }
  const paintPicture = (): void =>
    paint(rectangle([0, 0, 1, 1], state.matrix), undefined, state.fillAlpha)
  const setGraphicsState = (entries: readonly (readonly [string, unknown])[]): void => {
    for (const [key, value] of entries) {
      if (key === 'LW') state.lineWidth = value as number
      if (key === 'ca') state.fillAlpha = value as number
      if (key === 'CA') state.strokeAlpha = value as number
      if (key === 'BM') state.isBlended = value !== 'source-over'
      if (key === 'SMask') state.isMasked = Boolean(value)
    }
  }
  const showText = (glyphs: readonly (number | { readonly unicode: string })[]): void => {
    if (masks > 0) return
    const text = { order: order++, clip: state.clip, inks: inksOf(state) }
    for (const glyph of glyphs) {
      if (typeof glyph === 'number') continue
      letters += lettersOf(glyph.unicode)
      while (texts.length < letters.length) texts.push(text)
    }
  }

  const steps: Readonly<Record<string, (...args: never[]) => void>> = {
    save,
    restore,
    transform: (...matrix: Matrix) => (state.matrix = product(state.matrix, matrix)),
    setGState: setGraphicsState,
    setLineWidth: (width: number) => (state.lineWidth = width),
    setFillRGBColor: (colour: string) => (state.fill = parseColour(colour.slice(1))),
    setStrokeRGBColor: (colour: string) => (state.stroke = parseColour(colour.slice(1))),
    setFillColorN: () => (state.fill = undefined),
    setStrokeColorN: () => (state.stroke = undefined),
    clip: () => (pendingClip = 'clip'),
    eoClip: () => (pendingClip = 'eoClip'),
    constructPath: (code: number, [data]: readonly (ArrayLike<number> | null)[]) =>
      paintPath(names.get(code) ?? '', data ?? []),
    shadingFill: () => paint(page, undefined, state.fillAlpha),
    paintSolidColorImageMask: () =>
      paint(rectangle([0, 0, 1, 1], state.matrix), state.fill, state.fillAlpha),
    paintImageXObject: paintPicture,
    paintInlineImageXObject: paintPicture,
    paintImageMaskXObject: paintPicture,
    paintFormXObjectBegin: (matrix: Matrix | null, box: Float32Array | null) => {
      save()
      state.matrix = product(state.matrix, matrix ?? identity)
      if (box !== null) clipTo(rectangle(box, state.matrix))
    },
    paintFormXObjectEnd: restore,
    beginGroup: ({ smask }: { readonly smask?: unknown }) => {
      save()
      enterGroup(state)
      if (smask) masks++
    },
    endGroup: ({ smask }: { readonly smask?: unknown }) => {
      restore()
      if (smask) masks--
    },
    setTextRenderingMode: (mode: number) => {
      state.textMode = mode
      hasInvisibleText ||= (mode & 3) === 3
    },
    showText,
  }
  for (const [index, code] of fnArray.entries()) {
    const args = (argsArray[index] ?? []) as never[]
    steps[names.get(code) ?? '']?.(...args)
  }
  return { letters, texts, shapes, hasInvisibleText }
}

/** The letters of a text in one spelling, without spaces and marks that are not drawn. */
export function lettersOf(text: string): string {
  return text.normalize('NFKD').replace(/[\s\p{Cf}]/gu, '')
}

/** A group is drawn by itself, and then as one with the alpha and the blending of now. */
function enterGroup(state: GraphicsState): void {
  state.groupAlpha *= state.fillAlpha
  state.isGroupBlended ||= state.isBlended
  state.isGroupMasked ||= state.isMasked
  state.fillAlpha = 1
  state.strokeAlpha = 1
  state.isBlended = false
  state.isMasked = false
}

/** The inks of the rendering modes: fill, stroke, both, and none. Higher modes also clip. */
function inksOf(state: GraphicsState): readonly Ink[] {
  const fill = { colour: state.fill, alpha: state.fillAlpha * state.groupAlpha }
  const stroke = { colour: state.stroke, alpha: state.strokeAlpha * state.groupAlpha }
  return [[fill], [stroke], [fill, stroke], []][state.textMode & 3] ?? []
}

function rectangle(box: ArrayLike<number> & Iterable<number>, matrix: Matrix): Area {
  const corners = cornersOf(box).map((corner) => transformed(corner, matrix))
  return { subpaths: [filled(corners)], isEvenOdd: false }
}
