import { utils, type CellObject, type Range } from '@e965/xlsx'
import {
  black,
  colourDifference,
  leastDifference,
  mixedColour,
  parseColour,
  white,
  type Colour,
} from '../colour.ts'
import { elementsOf, isOn, tagsOf, type XmlTag } from './workbook-files.ts'

/** How a cell looks. */
type CellStyle = {
  readonly isStruck: boolean
  readonly text: Colour
  readonly ground: Colour
  /** The font size in points. */
  readonly size: number
}

/** The properties that a style of conditional formatting gives a cell. An absent one stays as it is. */
type StyleChange = Partial<CellStyle> & {
  /** True if its number format prints nothing. */
  readonly isBlank?: boolean
}

/** The colour that a tag such as `<color theme="0"/>` names. */
type ColourOf = (tag: XmlTag) => Colour

/** The styles of a workbook. */
export type CellStyles = {
  /** By the number that cells name. */
  readonly cells: readonly CellStyle[]
  /** The styles of conditional formatting, by their number. */
  readonly conditional: readonly StyleChange[]
  readonly colourOf: ColourOf
}

const plainStyle: CellStyle = { isStruck: false, text: black, ground: white, size: 11 }

/** Reads the fonts and fills of cells from the files of styles and of the theme. */
export function readStyles(styles: string, theme: string): CellStyles {
  const all = [...tagsOf(styles)]
  // A style may have extensions, which may have styles of their own.
  const extensions = new Set(elementsOf(all, 'extLst').flat())
  const tags = all.filter((tag) => !extensions.has(tag))
  const itemsOf = (section: string, item: string) =>
    elementsOf(elementsOf(tags, section).flat(), item)
  const colourOf = colourReader(readTheme(theme))
  const fonts = itemsOf('fonts', 'font').map((font) => fontOf(font, plainStyle, colourOf))
  const fills = itemsOf('fills', 'fill').map((fill) => fillOf(fill, colourOf))
  const cells = itemsOf('cellXfs', 'xf').map(([xf]): CellStyle => {
    const { isStruck, text, size } = fonts[+(xf?.attributes.get('fontId') ?? 0)] ?? plainStyle
    const { ground } = fills[+(xf?.attributes.get('fillId') ?? 0)] ?? plainStyle
    return { isStruck, text, ground, size }
  })
  const conditional = itemsOf('dxfs', 'dxf').map((change) => changeOf(change, colourOf))
  return { cells, conditional, colourOf }
}

/** The colours of a theme by their numbers: light and dark are exchanged in the file. */
function readTheme(theme: string): readonly Colour[] {
  const colours = elementsOf(tagsOf(theme), 'clrScheme')
    .flat()
    .filter(({ name, isEnd }) => !isEnd && ['sysClr', 'srgbClr'].includes(name))
    .map(({ attributes }) => parseColour(attributes.get('lastClr') ?? attributes.get('val') ?? ''))
  const [dark1 = black, light1 = white, dark2, light2, ...more] = colours
  return [light1, dark1, light2, dark2, ...more]
}

const indexedColours = new Map(
  ['0', '8', '64'].flatMap((dark) => [[dark, black] as const, [`${+dark + 1}`, white] as const]),
)

function colourReader(themeColours: readonly Colour[]): ColourOf {
  return ({ attributes }) => {
    const rgb = attributes.get('rgb')
    // Two digits of alpha may come first; Excel ignores them.
    if (rgb !== undefined) return parseColour(rgb.slice(-6))
    const [number, indexed] = [attributes.get('theme'), attributes.get('indexed')]
    if (number !== undefined) {
      const tint = +(attributes.get('tint') ?? 0)
      return mixedColour(themeColours[+number], tint < 0 ? black : white, Math.abs(tint))
    }
    if (indexed !== undefined) return indexedColours.get(indexed)
    return attributes.has('auto') ? black : undefined
  }
}

/** Finds the last of some tags that has one of these names. */
function lastOf(tags: readonly XmlTag[], ...names: readonly string[]): XmlTag | undefined {
  return tags.findLast(({ name, isEnd }) => !isEnd && names.includes(name))
}

/** A style with what a font says. */
function fontOf<T extends StyleChange>(font: readonly XmlTag[], style: T, colourOf: ColourOf): T {
  const strike = lastOf(font, 'strike')
  const colour = lastOf(font, 'color')
  const size = lastOf(font, 'sz')
  return {
    ...style,
    ...(strike !== undefined && { isStruck: isOn(strike) }),
    ...(colour !== undefined && { text: colourOf(colour) }),
    ...(size !== undefined && { size: +(size.attributes.get('val') ?? plainStyle.size) }),
  }
}

/** The background that a fill gives. */
function fillOf(fill: readonly XmlTag[], colourOf: ColourOf): Pick<CellStyle, 'ground'> {
  if (lastOf(fill, 'gradientFill') !== undefined) {
    const stops = fill.filter(({ name, isEnd }) => name === 'color' && !isEnd).map(colourOf)
    const isPlain = stops.every((stop) => colourDifference(stop, stops[0]) < leastDifference)
    return { ground: isPlain ? stops[0] : undefined }
  }
  const pattern = lastOf(fill, 'patternFill')
  if (pattern === undefined) return { ground: undefined }
  if (['none', undefined].includes(pattern.attributes.get('patternType'))) return { ground: white }
  const colour = lastOf(fill, 'fgColor')
  return { ground: colour && colourOf(colour) }
}

/** Reads the tags of a style of conditional formatting. */
function changeOf(tags: readonly XmlTag[], colourOf: ColourOf): StyleChange {
  const { size: _, ...font } = fontOf<StyleChange>(elementsOf(tags, 'font').flat(), {}, colourOf)
  // Such a style has the colour of its fill in `bgColor`.
  const fill = lastOf(tags, 'gradientFill', 'bgColor')
  const format = lastOf(tags, 'numFmt')?.attributes.get('formatCode') ?? ''
  return {
    ...font,
    ...(fill !== undefined && { ground: changedGround(fill, colourOf) }),
    isBlank: /^(?:;|\s|&quot;)+$/.test(format),
  }
}

function changedGround(fill: XmlTag, colourOf: ColourOf): Colour {
  if (fill.name === 'gradientFill') return undefined
  return fill.attributes.has('auto') ? white : colourOf(fill)
}

/** Whether a cell is seen, and why its text cannot be trusted. */
export type CellLook = { readonly isSeen: boolean; readonly problem?: string }

/** Says how the cells of a sheet look. */
export type LookOf = (row: number, column: number, cell: CellObject) => CellLook

/** Where conditional formatting may change cells, and how. */
type Conditional = { readonly range: Range; readonly change: StyleChange }

/** The style of a cell, and the tags inside it. */
type StyledCell = { readonly style: number; readonly tags: XmlTag[] }

/** Reads from the file of a sheet how its cells look: struck out, or not seen. */
export function looksOf(sheet: string, styles: CellStyles): LookOf {
  const cells = styledCells(sheet)
  const conditional = elementsOf(tagsOf(sheet), 'conditionalFormatting').flatMap((tags) =>
    conditionalOf(tags, styles),
  )
  return (row, column, cell) => {
    const own = cells.get(`${row},${column}`)
    const style = styles.cells[own?.style ?? 0] ?? plainStyle
    const shared = typeof cell.r === 'string' ? [...tagsOf(cell.r)] : []
    const runs = runsOf([...(own?.tags ?? []), ...shared], printedStyle(style, cell), styles)
    const seen = runs.filter(isSeen)
    if (seen.length === 0) return { isSeen: false, problem: 'is invisible' }
    if (runs.some(({ isStruck }) => isStruck)) return { isSeen: true, problem: 'is struck out' }
    const changes = conditional.filter(
      ({ range: { s, e } }) => s.r <= row && row <= e.r && s.c <= column && column <= e.c,
    )
    if (changes.some(({ change }) => isHiding(change, style)))
      return { isSeen: true, problem: 'may be struck out or hidden by conditional formatting' }
    if (seen.length < runs.length) return { isSeen: true, problem: 'is partly invisible' }
    return { isSeen: true }
  }
}

function isHiding(change: StyleChange, style: CellStyle): boolean {
  return change.isStruck === true || change.isBlank === true || !isSeen({ ...style, ...change })
}

/** The cells of a sheet by row and column. A row or cell without a place of its own comes after the one before. */
function styledCells(sheet: string): ReadonlyMap<string, StyledCell> {
  const cells = new Map<string, StyledCell>()
  let [row, column] = [-1, -1]
  let open: StyledCell | undefined
  for (const tag of tagsOf(sheet)) {
    const { name, isEnd, isEmpty, attributes } = tag
    const place = attributes.get('r')
    if (name === 'row' && !isEnd) {
      row = place === undefined ? row + 1 : +place - 1
      column = -1
    } else if (name !== 'c') open?.tags.push(tag)
    else if (isEnd) open = undefined
    else {
      column = place === undefined ? column + 1 : utils.decode_cell(place).c
      const cell = { style: +(attributes.get('s') ?? 0), tags: [] }
      cells.set(`${row},${column}`, cell)
      open = isEmpty ? undefined : cell
    }
  }
  return cells
}

/** The rules of an element of conditional formatting. A rule of Excel 2010 has its own style, and its ranges after it. */
function conditionalOf(
  tags: readonly XmlTag[],
  { conditional: changes, colourOf }: CellStyles,
): readonly Conditional[] {
  const ranges = rangesIn(tags[0]?.attributes.get('sqref') ?? '')
  return tags.flatMap((tag, index) => {
    const number = tag.name === 'cfRule' ? tag.attributes.get('dxfId') : undefined
    if (number !== undefined)
      return ranges.map((range) => ({ range, change: changes[+number] ?? {} }))
    if (tag.name !== 'sqref' || tag.isEnd) return []
    const change = changeOf(tags.slice(0, index), colourOf)
    return rangesIn(tag.text).map((range) => ({ range, change }))
  })
}

function rangesIn(text: string): readonly Range[] {
  return text
    .trim()
    .split(/\s+/)
    .map((range) => utils.decode_range(range))
}

/** The style of a cell with the colour that its number format may name. */
function printedStyle(style: CellStyle, { z }: CellObject): CellStyle {
  return /^\[white\]/i.test(String(z ?? '')) ? { ...style, text: white } : style
}

/** The styles of the parts of a text; that of the cell if it has no parts. */
function runsOf(
  tags: readonly XmlTag[],
  style: CellStyle,
  { colourOf }: CellStyles,
): readonly CellStyle[] {
  const runs = elementsOf(tags, 'r')
    .filter((run) =>
      run.some(({ name, isEnd, text }) => name === 't' && !isEnd && text.trim() !== ''),
    )
    .map((run) => {
      const hasStyle = lastOf(run, 'rPr') !== undefined
      return fontOf(run, hasStyle ? { ...style, isStruck: false } : style, colourOf)
    })
  return runs.length > 0 ? runs : [style]
}

/** The smallest font size that a person sees. */
const leastSize = 2

/** Whether a text is large enough and differs from its background. A colour that is not known counts as different. */
function isSeen({ text, ground, size }: CellStyle): boolean {
  if (size < leastSize) return false
  return text === undefined || colourDifference(text, ground) >= leastDifference
}
