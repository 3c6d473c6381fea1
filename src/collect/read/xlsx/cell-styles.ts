import {
  black,
  colourDifference,
  leastDifference,
  mixedColour,
  parseColour,
  white,
  type Colour,
} from '../colour.ts'
import { isOn, tagsOf, type XmlTag } from './workbook-files.ts'
import { utils, type CellObject, type Range } from '@e965/xlsx'

/** How a cell looks. */
export type CellStyle = {
  readonly isStruck: boolean
  readonly text: Colour
  readonly ground: Colour
  /** The font size in points. */
  readonly size: number
}

/** The styles of a workbook. */
export type CellStyles = {
  /** By the number that cells name. */
  readonly cells: readonly CellStyle[]
  /** The styles of conditional formatting, by their number. */
  readonly conditional: readonly StyleChange[]
  /** The colour that a tag such as `<color theme="0"/>` names. */
  readonly colourOf: (tag: XmlTag) => Colour
}

const plainStyle: CellStyle = { isStruck: false, text: black, ground: white, size: 11 }

const sections = ['fonts', 'fills', 'cellStyleXfs', 'cellXfs', 'dxfs']

/** Reads the fonts and fills of cells from the files of styles and of the theme. */
export function readStyles(styles: string, theme: string): CellStyles {
  const themeColours = readTheme(theme)
  const colourOf = ({ attributes }: XmlTag): Colour => {
    const rgb = attributes.get('rgb')
    // Two digits of alpha may come first; Excel ignores them.
    if (rgb !== undefined) return parseColour(rgb.slice(-6))
    const [number, indexed] = [attributes.get('theme'), attributes.get('indexed')]
    if (number !== undefined) return tinted(themeColours[+number], attributes.get('tint') ?? '0')
    if (indexed === undefined) return attributes.has('auto') ? black : undefined
    return new Map([
      ['0', black],
      ['1', white],
      ['8', black],
      ['9', white],
      ['64', black],
      ['65', white],
    ]).get(indexed)
  }
  const fonts: { isStruck: boolean; text: Colour; size: number }[] = []
  const fills: { ground: Colour }[] = []
  const cells: CellStyle[] = []
  const conditional: XmlTag[][] = []
  let stops: Colour[] = []
  let section = ''
  let isExtension = false
  for (const tag of tagsOf(styles)) {
    const { name, isEnd, isEmpty, attributes } = tag
    // A style may have extensions, which may have styles of their own.
    if (name === 'extLst') isExtension = !isEnd && !isEmpty
    if (sections.includes(name) && !isExtension) section = isEnd ? '' : name
    if (section === 'dxfs' && name !== 'dxf' && !isExtension) conditional.at(-1)?.push(tag)
    if (isEnd || isExtension) continue
    const [font, fill] = [fonts.at(-1), fills.at(-1)]
    if (section === 'fonts' && name === 'font')
      fonts.push({ isStruck: false, text: black, size: 11 })
    else if (section === 'fonts' && name === 'strike' && font) font.isStruck = isOn(tag)
    else if (section === 'fonts' && name === 'color' && font) font.text = colourOf(tag)
    else if (section === 'fonts' && name === 'sz' && font) font.size = sizeOf(tag)
    else if (section === 'fills' && name === 'fill') fills.push({ ground: undefined })
    else if (section === 'fills' && name === 'patternFill' && fill)
      fill.ground = ['none', undefined].includes(attributes.get('patternType')) ? white : undefined
    else if (section === 'fills' && name === 'fgColor' && fill) fill.ground ??= colourOf(tag)
    else if (section === 'fills' && name === 'gradientFill') stops = []
    else if (section === 'fills' && name === 'color' && fill) {
      stops.push(colourOf(tag))
      const isPlain = stops.every((stop) => colourDifference(stop, stops[0]) < leastDifference)
      fill.ground = isPlain ? stops[0] : undefined
    } else if (section === 'cellXfs' && name === 'xf') {
      const { isStruck, text, size } = fonts[+(attributes.get('fontId') ?? 0)] ?? plainStyle
      const { ground } = fills[+(attributes.get('fillId') ?? 0)] ?? plainStyle
      cells.push({ isStruck, text, ground, size })
    } else if (section === 'dxfs' && name === 'dxf') conditional.push([])
  }
  return { cells, conditional: conditional.map((tags) => changeOf(tags, colourOf)), colourOf }
}

/** The font size of a tag such as `<sz val="11"/>`. */
function sizeOf({ attributes }: XmlTag): number {
  return +(attributes.get('val') ?? plainStyle.size)
}

/** The colours of a theme by their numbers: light and dark are exchanged in the file. */
function readTheme(theme: string): readonly Colour[] {
  const colours: Colour[] = []
  let isInScheme = false
  for (const { name, isEnd, attributes } of tagsOf(theme)) {
    if (name === 'clrScheme') isInScheme = !isEnd
    if (!isInScheme || isEnd || !['sysClr', 'srgbClr'].includes(name)) continue
    colours.push(parseColour(attributes.get('lastClr') ?? attributes.get('val') ?? ''))
  }
  const [dark1 = black, light1 = white, dark2, light2, ...more] = colours
  return [light1, dark1, light2, dark2, ...more]
}

/** A colour of the theme, lighter or darker. */
function tinted(colour: Colour, tint: string): Colour {
  return mixedColour(colour, +tint < 0 ? black : white, Math.abs(+tint))
}

/** The properties that a style of conditional formatting gives a cell. An absent one stays as it is. */
export type StyleChange = {
  readonly isStruck?: boolean
  readonly text?: Colour
  readonly ground?: Colour
  /** True if its number format prints nothing. */
  readonly isBlank?: boolean
}

/** Reads the tags of a style of conditional formatting. */
function changeOf(tags: readonly XmlTag[], colourOf: (tag: XmlTag) => Colour): StyleChange {
  const change: { -readonly [Key in keyof StyleChange]: StyleChange[Key] } = {}
  let isFont = false
  for (const tag of tags) {
    const { name, isEnd, attributes } = tag
    if (name === 'font') isFont = !isEnd
    else if (isEnd) continue
    else if (name === 'strike') change.isStruck ||= isOn(tag)
    else if (name === 'color' && isFont) change.text = colourOf(tag)
    else if (name === 'gradientFill') change.ground = undefined
    // Such a style has the colour of its fill in `bgColor`.
    else if (name === 'bgColor') change.ground = attributes.has('auto') ? white : colourOf(tag)
    else if (name === 'numFmt')
      change.isBlank = /^(?:;|\s|&quot;)+$/.test(attributes.get('formatCode') ?? '')
  }
  return change
}

/** Whether a cell is seen, and why its text cannot be trusted. */
export type CellLook = { readonly isSeen: boolean; readonly problem?: string }

/** Says how the cells of a sheet look. */
export type LookOf = (row: number, column: number, cell: CellObject) => CellLook

type SheetStyles = {
  /** The style of each cell by row and column, and the tags inside it. */
  readonly cells: ReadonlyMap<string, { readonly style: number; readonly tags: readonly XmlTag[] }>
  /** Where conditional formatting may change cells, and how. */
  readonly conditional: readonly { readonly range: Range; readonly change: StyleChange }[]
}

const conditionalProblem = 'may be struck out or hidden by conditional formatting'

/** Reads from the file of a sheet how its cells look: struck out, or not seen. */
export function looksOf(sheet: string, styles: CellStyles): LookOf {
  const { cells, conditional } = readSheet(sheet, styles)
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
      return { isSeen: true, problem: conditionalProblem }
    if (seen.length < runs.length) return { isSeen: true, problem: 'is partly invisible' }
    return { isSeen: true }
  }
}

function isHiding(change: StyleChange, style: CellStyle): boolean {
  return change.isStruck === true || change.isBlank === true || !isSeen({ ...style, ...change })
}

function readSheet(sheet: string, { conditional: changes, colourOf }: CellStyles): SheetStyles {
  const cells = new Map<string, { readonly style: number; readonly tags: XmlTag[] }>()
  const conditional: { range: Range; change: StyleChange }[] = []
  let [row, column] = [-1, -1]
  let ranges = ''
  let later: XmlTag[] = []
  let tags: XmlTag[] | undefined
  for (const tag of tagsOf(sheet)) {
    const { name, isEnd, isEmpty, attributes } = tag
    if (name === 'row' && !isEnd) {
      row = attributes.has('r') ? +(attributes.get('r') ?? 0) - 1 : row + 1
      column = -1
    } else if (name === 'c' && !isEnd) {
      const place = attributes.get('r')
      column = place === undefined ? column + 1 : utils.decode_cell(place).c
      tags = []
      cells.set(`${row},${column}`, { style: +(attributes.get('s') ?? 0), tags })
      if (isEmpty) tags = undefined
    } else if (name === 'c') tags = undefined
    else if (tags !== undefined) tags.push(tag)
    else if (name === 'conditionalFormatting') {
      ranges = attributes.get('sqref') ?? ''
      later = []
    } else if (name === 'cfRule' && attributes.has('dxfId')) {
      const change = changes[+(attributes.get('dxfId') ?? -1)] ?? {}
      conditional.push(...rangesIn(ranges).map((range) => ({ range, change })))
    }
    // A rule of Excel 2010 has its own style, and its ranges after it.
    else if (name === 'sqref' && !isEnd) {
      const change = changeOf(later, colourOf)
      conditional.push(...rangesIn(tag.text).map((range) => ({ range, change })))
    } else later.push(tag)
  }
  return { cells, conditional }
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
  const runs: CellStyle[] = []
  let run: { isStruck: boolean; text: Colour; ground: Colour; size: number } | undefined
  for (const tag of tags) {
    const { name, isEnd, text } = tag
    if (name === 'r') run = isEnd ? undefined : { ...style }
    else if (isEnd) continue
    else if (name === 'rPr' && run) run.isStruck = false
    else if (name === 'strike' && run) run.isStruck = isOn(tag)
    else if (name === 'color' && run) run.text = colourOf(tag)
    else if (name === 'sz' && run) run.size = sizeOf(tag)
    else if (name === 't' && run && text.trim() !== '') runs.push(run)
  }
  return runs.length > 0 ? runs : [style]
}

/** The smallest font size that a person sees. */
const leastSize = 2

/** Whether a text is large enough and differs from its background. A colour that is not known counts as different. */
function isSeen({ text, ground, size }: CellStyle): boolean {
  if (size < leastSize) return false
  return text === undefined || colourDifference(text, ground) >= leastDifference
}
