import { isOn, tagsOf, type XmlTag } from './xml-tags.ts'

/** A colour as red, green and blue, each up to 255; `undefined` if it is not known. */
export type CellColour = readonly [number, number, number] | undefined

/** How a cell looks. */
export type CellStyle = {
  readonly isStruck: boolean
  readonly text: CellColour
  readonly ground: CellColour
}

/** The styles of a workbook. */
export type CellStyles = {
  /** By the number that cells name. */
  readonly cells: readonly CellStyle[]
  /** Whether each style of conditional formatting strikes text out. */
  readonly conditional: readonly boolean[]
  /** The colour that a tag such as `<color theme="0"/>` names. */
  readonly colourOf: (tag: XmlTag) => CellColour
}

const black: CellColour = [0, 0, 0]
const white: CellColour = [255, 255, 255]
export const plainStyle: CellStyle = { isStruck: false, text: black, ground: white }

const sections = ['fonts', 'fills', 'cellStyleXfs', 'cellXfs', 'dxfs', 'extLst']

/** Reads the fonts and fills of cells from the files of styles and of the theme. */
export function readStyles(styles: string, theme: string): CellStyles {
  const themeColours = readTheme(theme)
  const colourOf = ({ attributes }: XmlTag): CellColour => {
    const rgb = attributes.get('rgb')
    if (rgb !== undefined) return parseColour(rgb)
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
  const fonts: { isStruck: boolean; text: CellColour }[] = []
  const fills: { ground: CellColour }[] = []
  const cells: CellStyle[] = []
  const conditional: boolean[] = []
  let section = ''
  for (const tag of tagsOf(styles)) {
    const { name, isEnd, attributes } = tag
    if (sections.includes(name)) section = isEnd ? '' : name
    if (isEnd) continue
    const [font, fill] = [fonts.at(-1), fills.at(-1)]
    if (section === 'fonts' && name === 'font') fonts.push({ isStruck: false, text: black })
    else if (section === 'fonts' && name === 'strike' && font) font.isStruck = isOn(tag)
    else if (section === 'fonts' && name === 'color' && font) font.text = colourOf(tag)
    else if (section === 'fills' && name === 'fill') fills.push({ ground: undefined })
    else if (section === 'fills' && name === 'patternFill' && fill)
      fill.ground = ['none', undefined].includes(attributes.get('patternType')) ? white : undefined
    else if (section === 'fills' && name === 'fgColor' && fill) fill.ground ??= colourOf(tag)
    else if (section === 'cellXfs' && name === 'xf') {
      const { isStruck, text } = fonts[+(attributes.get('fontId') ?? 0)] ?? plainStyle
      const { ground } = fills[+(attributes.get('fillId') ?? 0)] ?? plainStyle
      cells.push({ isStruck, text, ground })
    } else if (section === 'dxfs' && name === 'dxf') conditional.push(false)
    else if (section === 'dxfs' && name === 'strike')
      conditional[conditional.length - 1] = isOn(tag)
  }
  return { cells, conditional, colourOf }
}

/** The colours of a theme by their numbers: light and dark are exchanged in the file. */
function readTheme(theme: string): readonly CellColour[] {
  const colours: CellColour[] = []
  let isInScheme = false
  for (const { name, isEnd, attributes } of tagsOf(theme)) {
    if (name === 'clrScheme') isInScheme = !isEnd
    if (!isInScheme || isEnd || !['sysClr', 'srgbClr'].includes(name)) continue
    colours.push(parseColour(attributes.get('lastClr') ?? attributes.get('val') ?? ''))
  }
  const [dark1 = black, light1 = white, dark2, light2, ...more] = colours
  return [light1, dark1, light2, dark2, ...more]
}

/** Reads a colour such as `FFD53B`, with or without two digits of alpha before it. */
function parseColour(text: string): CellColour {
  const hex = /^(?:[\da-f]{2})?([\da-f]{6})$/i.exec(text)?.[1]?.toLowerCase()
  if (hex === undefined) return undefined
  const digits = Array.from(hex, (digit) => '0123456789abcdef'.indexOf(digit))
  const part = (place: number) => 16 * (digits[place] ?? 0) + (digits[place + 1] ?? 0)
  return [part(0), part(2), part(4)]
}

/** A colour of the theme, lighter or darker. */
function tinted(colour: CellColour, tint: string): CellColour {
  const amount = +tint
  const end = amount < 0 ? 0 : 255
  const part = (one: number) => one + (end - one) * Math.abs(amount)
  return colour && [part(colour[0]), part(colour[1]), part(colour[2])]
}
