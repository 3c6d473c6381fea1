import { product, type Area, type Matrix } from './paths.ts'

/** A colour as red, green and blue, each up to 255. `undefined` stands for a pattern, a picture or a blend of colours. */
export type Colour = readonly [number, number, number] | undefined

/** The areas that what is drawn is cut off at, the innermost first. */
export type Clip = { readonly area: Area; readonly outer: Clip | undefined }

/** The part of the graphics state of PDF that says whether something is seen. */
export type GraphicsState = {
  matrix: Matrix
  clip: Clip | undefined
  fill: Colour
  stroke: Colour
  fillAlpha: number
  strokeAlpha: number
  /** Whether colours are mixed with those beneath by another rule than covering them. */
  isBlended: boolean
  isMasked: boolean
  /** The same of the groups around. */
  groupAlpha: number
  isGroupBlended: boolean
  isGroupMasked: boolean
  lineWidth: number
  font: string
  fontSize: number
  charSpacing: number
  wordSpacing: number
  scale: number
  leading: number
  rise: number
  mode: number
  textMatrix: Matrix
  /** The start of the line, and of the next glyph, in the space of the text. */
  lineX: number
  lineY: number
  x: number
}

export const identity: Matrix = [1, 0, 0, 1, 0, 0]

export function initialState(matrix: Matrix, clip: Clip): GraphicsState {
  return {
    matrix,
    clip,
    fill: [0, 0, 0],
    stroke: [0, 0, 0],
    fillAlpha: 1,
    strokeAlpha: 1,
    isBlended: false,
    isMasked: false,
    groupAlpha: 1,
    isGroupBlended: false,
    isGroupMasked: false,
    lineWidth: 1,
    font: '',
    fontSize: 0,
    charSpacing: 0,
    wordSpacing: 0,
    scale: 1,
    leading: 0,
    rise: 0,
    mode: 0,
    textMatrix: identity,
    lineX: 0,
    lineY: 0,
    x: 0,
  }
}

/** Begins a group: it is drawn by itself, and then as one with the alpha and the blending of now. */
export function enterGroup(state: GraphicsState): void {
  state.groupAlpha *= state.fillAlpha
  state.isGroupBlended ||= state.isBlended
  state.isGroupMasked ||= state.isMasked
  state.fillAlpha = 1
  state.strokeAlpha = 1
  state.isBlended = false
  state.isMasked = false
}

export function setTextMatrix(state: GraphicsState, matrix: Matrix): void {
  state.textMatrix = matrix
  state.lineX = 0
  state.lineY = 0
  state.x = 0
}

export function moveText(state: GraphicsState, x: number, y: number): void {
  state.lineX += x
  state.lineY += y
  state.x = state.lineX
}

/** The transformation from the space of the text to that of the page. */
export function textSpace({ matrix, textMatrix }: GraphicsState): Matrix {
  return product(matrix, textMatrix)
}

/** Reads a colour of PDF.js, such as `#ffd53b`. */
export function colourOf(text: unknown): Colour {
  if (typeof text !== 'string' || !/^#[\da-f]{6}$/.test(text)) return undefined
  const digits = Array.from(text.slice(1), (digit) => '0123456789abcdef'.indexOf(digit))
  const part = (place: number) => 16 * (digits[place] ?? 0) + (digits[place + 1] ?? 0)
  return [part(0), part(2), part(4)]
}
