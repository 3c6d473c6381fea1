import { compareDecimals, type Decimal } from '../../../domain/decimal.ts'
import { parseFigure, scaleFigure, type DecimalMark } from '../words/figure.ts'
import { refuse, refuseDoubtful } from '../refusal.ts'
import type { SourceTable } from '../source/table-schema.ts'
import type { TableCell } from '../table.ts'
import { compilePattern } from '../words/pattern.ts'
import type { ReadColumn } from './columns.ts'
import { decimalMarkOf } from './decimal-marks.ts'
import type { ReadingNotes } from './reading-notes.ts'
import { quoted } from '../../../domain/text.ts'

/** The figures of a cell. Without a rate nothing is offered; the rate of a range is not known. */
export type CellFigures = {
  readonly rate?: Decimal
  readonly aer?: Decimal
  readonly range?: string
}

/** Whether a text is a figure or a range of figures, and not a bare number such as a year or a heading `12`. */
export function isFigureText(text: string, decimal: DecimalMark): boolean {
  return parseFigure(text, decimal) !== undefined && /[.,%]/.test(text)
}

/** Reads a cell under a rate or AER column. Everything but a figure, a range and the `empty` texts ends the read. */
export function readFigures(
  { name, role }: ReadColumn,
  cell: TableCell,
  definition: SourceTable,
  { source }: ReadingNotes,
): CellFigures {
  const is = role.is === 'aer' ? 'aer' : 'rate'
  if (cell.isMissing === true) refuse(`A record has no member ${quoted(name)}.`, cell.address)
  refuseDoubtful(cell)
  if (source.empty.includes(cell.text)) return {}
  const factor = definition.factor as Decimal | undefined
  const decimal = decimalMarkOf(role, definition, source, cell)
  const place = { name, address: cell.address, factor, decimal }
  if (role.cell === undefined) return figureOf(cell.text, is, place)
  if (!role.cell.includes(`{${is}}`) || (is === 'aer' && role.cell.includes('{rate}')))
    refuse(
      `The form ${quoted(role.cell)} of the column ${quoted(name)} must have {${is}}${is === 'aer' ? ', and no {rate}' : ''}.`,
    )
  const [parts] = compilePattern(role.cell).match(cell.text)
  if (parts === undefined)
    return refuse(
      `The cell ${quoted(cell.text)} under ${quoted(name)} does not have the form ${quoted(role.cell)}.`,
      cell.address,
    )
  const named = role.cell.replaceAll(/\{(?:rate|aer)\}/g, '1')
  if (numbersIn(cell.text) !== numbersIn(named))
    refuse(
      `The cell ${quoted(cell.text)} under ${quoted(name)} has other numbers than the form ${quoted(role.cell)} names: \`*\` stands for words only.`,
      cell.address,
    )
  return {
    ...(parts['rate'] !== undefined && figureOf(parts['rate'], 'rate', place)),
    ...(parts['aer'] !== undefined && figureOf(parts['aer'], 'aer', place)),
  }
}

/** The count of numbers in a text, in digits of any script. */
function numbersIn(text: string): number {
  return text.match(/\p{Nd}+(?: ?[.,٫]\p{Nd}+)*/gu)?.length ?? 0
}

type Place = {
  readonly name: string
  readonly address: string
  readonly factor: Decimal | undefined
  readonly decimal: DecimalMark
}

/** The most that a rate sheet accepts, in percent. */
const limits = { rate: '1000', aer: '1000000' } as const

function figureOf(
  text: string,
  is: 'rate' | 'aer',
  { name, address, factor, decimal }: Place,
): CellFigures {
  const printed = parseFigure(text, decimal)
  if (printed === undefined)
    return refuse(
      `The cell ${quoted(text)} under ${quoted(name)} is neither a figure nor one of the empty texts.`,
      address,
    )
  if ('range' in printed) return { range: printed.range }
  const figure = factor === undefined ? printed.figure : scaleFigure(printed.figure, factor)
  if (compareDecimals(figure, '0' as Decimal) === 0)
    refuse(
      `The cell ${quoted(text)} under ${quoted(name)} is zero; if that means "not offered", list it in empty.`,
      address,
    )
  if (compareDecimals(figure, limits[is] as Decimal) > 0)
    refuse(
      `The figure ${quoted(text)} under ${quoted(name)} is above ${limits[is]} percent.`,
      address,
    )
  return { [is]: figure }
}
