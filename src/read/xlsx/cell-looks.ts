import { utils, type CellObject, type Range } from '@e965/xlsx'
import { colourDifference, leastDifference, white, type Colour } from '../colour.ts'
import { plainStyle, type CellStyle, type CellStyles } from './cell-styles.ts'
import { isOn, tagsOf, type XmlTag } from './xml-tags.ts'

/** Whether a cell is seen, and why its text cannot be trusted. */
export type CellLook = { readonly isSeen: boolean; readonly problem?: string }

/** Says how the cells of a sheet look. */
export type LookOf = (row: number, column: number, cell: CellObject) => CellLook

type SheetStyles = {
  /** The style of each cell by row and column, and the tags inside it. */
  readonly cells: ReadonlyMap<string, { readonly style: number; readonly tags: readonly XmlTag[] }>
  /** Where conditional formatting may strike text out. */
  readonly conditional: readonly Range[]
}

/** Reads from the file of a sheet how its cells look: struck out, or in the colour of their background. */
export function looksOf(sheet: string, styles: CellStyles): LookOf {
  const { cells, conditional } = readSheet(sheet, styles)
  return (row, column, cell) => {
    const own = cells.get(`${row},${column}`)
    const style = styles.cells[own?.style ?? 0] ?? plainStyle
    const isConditional = conditional.some(
      ({ s, e }) => s.r <= row && row <= e.r && s.c <= column && column <= e.c,
    )
    const shared = typeof cell.r === 'string' ? [...tagsOf(cell.r)] : []
    const runs = runsOf([...(own?.tags ?? []), ...shared], printedStyle(style, cell), styles)
    const seen = runs.filter(isSeen)
    if (seen.length === 0) return { isSeen: false, problem: 'has the colour of its background' }
    if (runs.some(({ isStruck }) => isStruck)) return { isSeen: true, problem: 'is struck out' }
    if (isConditional)
      return { isSeen: true, problem: 'may be struck out by conditional formatting' }
    if (seen.length < runs.length)
      return { isSeen: true, problem: 'is partly in the colour of its background' }
    return { isSeen: true }
  }
}

function readSheet(sheet: string, { conditional: strikes }: CellStyles): SheetStyles {
  const cells = new Map<string, { readonly style: number; readonly tags: XmlTag[] }>()
  const conditional: Range[] = []
  let [row, column] = [-1, -1]
  let ranges = ''
  let isStriking = false
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
      isStriking = false
    } else if (name === 'cfRule' && strikes[+(attributes.get('dxfId') ?? -1)] === true)
      conditional.push(...rangesIn(ranges))
    else if (name === 'strike') isStriking ||= isOn(tag)
    // A rule of Excel 2010 has its own style, and its ranges after it.
    else if (name === 'sqref' && isStriking) conditional.push(...rangesIn(tag.text))
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
  let run: { isStruck: boolean; text: Colour; ground: Colour } | undefined
  for (const tag of tags) {
    const { name, isEnd, text } = tag
    if (name === 'r') run = isEnd ? undefined : { ...style }
    else if (isEnd) continue
    else if (name === 'rPr' && run) run.isStruck = false
    else if (name === 'strike' && run) run.isStruck = isOn(tag)
    else if (name === 'color' && run) run.text = colourOf(tag)
    else if (name === 't' && run && text.trim() !== '') runs.push(run)
  }
  return runs.length > 0 ? runs : [style]
}

/** Whether a text differs from its background. A colour that is not known counts as different. */
function isSeen({ text, ground }: CellStyle): boolean {
  return text === undefined || colourDifference(text, ground) >= leastDifference
}
