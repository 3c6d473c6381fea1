import { utils, type CellObject, type Range } from '@e965/xlsx'
import { colourDifference, leastDifference, white, type Colour } from '../colour.ts'
import {
  plainStyle,
  sizeOf,
  changeOf,
  type CellStyle,
  type CellStyles,
  type StyleChange,
} from './cell-styles.ts'
import { isOn, tagsOf, type XmlTag } from './workbook-files.ts'

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
