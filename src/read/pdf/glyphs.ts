import { textSpace, type Clip, type Colour, type GraphicsState } from './graphics-state.ts'
import { transformed, type PagePoint } from './paths.ts'

/** A colour, and how much of it hides what is beneath: 0 is nothing, 1 all. */
export type Ink = { readonly colour: Colour; readonly alpha: number }

/** A glyph: its start on the base line, its end, and how it is drawn. Later ones of the page have a higher order. */
export type Glyph = {
  readonly order: number
  readonly start: PagePoint
  readonly end: PagePoint
  readonly inks: readonly Ink[]
  readonly clip: Clip | undefined
}

/** A character of PDF.js with its width in the units of the font, or a number that moves the next one. */
export type ShownGlyph =
  | number
  | { readonly width: number; readonly unicode: string; readonly isSpace: boolean }

/** The glyphs that a text operator draws, without spaces. Moves the place of the next one. `scale` is the unit of the font. */
export function shownGlyphs(
  state: GraphicsState,
  shown: readonly ShownGlyph[],
  scale: number,
): readonly Omit<Glyph, 'order'>[] {
  const { fontSize, charSpacing, wordSpacing, clip } = state
  const y = state.lineY + state.rise
  const space = textSpace(state)
  const inks = inksOf(state)
  const glyphs: Omit<Glyph, 'order'>[] = []
  for (const glyph of shown) {
    if (typeof glyph === 'number') {
      state.x -= (glyph / 1000) * fontSize * state.scale
      continue
    }
    const width = glyph.width * scale * fontSize * state.scale
    const [start, end] = [state.x, state.x + width].map((x) => transformed([x, y], space))
    if (start !== undefined && end !== undefined && glyph.unicode.trim() !== '')
      glyphs.push({ start, end, inks, clip })
    state.x += width + (charSpacing + (glyph.isSpace ? wordSpacing : 0)) * state.scale
  }
  return glyphs
}

/** The inks of the rendering modes: fill, stroke, both, and none. Higher modes also clip. */
function inksOf({ fill, stroke, fillAlpha, strokeAlpha, groupAlpha, mode }: GraphicsState) {
  const filled = { colour: fill, alpha: fillAlpha * groupAlpha }
  const stroked = { colour: stroke, alpha: strokeAlpha * groupAlpha }
  return [[filled], [stroked], [filled, stroked], []][mode & 3] ?? []
}
