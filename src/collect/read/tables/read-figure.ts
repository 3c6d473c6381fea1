import { compareDecimals, type Decimal } from '../../../domain/decimal.ts'
import { quoted } from '../../../domain/text.ts'
import { refuse, refuseDoubtful, type Problem } from '../refusal.ts'
import type { Row, TableCell } from '../table.ts'
import {
  hasOtherMark,
  otherMark,
  parseFigure,
  scaleFigure,
  type DecimalMark,
} from '../words/figure.ts'
import { compilePattern } from '../words/pattern.ts'
import { isFigureRole, type ColumnRole, type ReadColumn } from './columns.ts'
import type { ReadingNotes } from './reading-notes.ts'

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
  column: ReadColumn,
  cell: TableCell,
  factor: Decimal | undefined,
  empty: readonly string[],
): CellFigures {
  const { name, role } = column
  const is = role.is === 'aer' ? 'aer' : 'rate'
  if (cell.isMissing === true) refuse(`A record has no member ${quoted(name)}.`, cell.address)
  refuseDoubtful(cell)
  if (empty.includes(cell.text)) return {}
  const decimal = decimalMarkOf(column, cell)
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

/** The decimal mark of a cell: that of its column, and a point if the cell is a number of a program. */
export function decimalMarkOf(
  { decimal }: Pick<ReadColumn, 'decimal'>,
  { isNumber }: TableCell,
): DecimalMark {
  return isNumber === true ? '.' : decimal
}

/** The figures of a column with the mark that the source declares and with the other one: the first cell of each. */
type Marked = {
  readonly column: ReadColumn
  readonly own: TableCell | undefined
  readonly other: TableCell | undefined
}

/**
 * The problem of a table with figures that have the other decimal mark than the source declares; `undefined` if there is none. It
 * advises another mark only where no figure that is read has the declared one.
 */
export function markProblem(
  body: readonly Row[],
  columns: readonly ReadColumn[],
  { marks }: ReadingNotes,
): Problem | undefined {
  const all = columns
    .filter(({ role }) => isFigureRole(role))
    .map((column) => markedOf(column, body))
  for (const { column, own } of all) if (own !== undefined) marks.getOrInsert(column.decimal, own)
  const wrong = all.find(({ other }) => other !== undefined)
  if (wrong?.other === undefined) return undefined
  const { column, own, other: cell } = wrong
  const declared = own ?? marks.get(column.decimal)
  const printed = otherMark(column.decimal)
  const text = `The cell ${quoted(cell.text)} has a decimal ${nameOfMark[printed]}`
  const both = `${text}, and the cell ${quoted(declared?.text ?? '')} a decimal ${nameOfMark[column.decimal]}`
  const isOfAll =
    all.every((one) => one.own === undefined) &&
    columns.every(({ role }) => role.is !== 'min_deposit')
  const place = isOfAll ? 'the table' : `the column ${quoted(column.name)}`
  const advice = `write \`decimal: "${printed}"\` for ${place}.`
  const oneMark = `The column ${quoted(column.name)} has one mark: if one of them is a misprint, leave its row out by name, with a reason.`
  if (own !== undefined) return { failure: `${both}. ${oneMark}`, place: cell.address }
  const failure =
    declared === undefined
      ? `${text}; if the page prints figures so, ${advice}`
      : `${both}; if both are right, ${advice}`
  return { failure, place: cell.address }
}

const nameOfMark = { '.': 'point', ',': 'comma' } as const

function markedOf(column: ReadColumn, body: readonly Row[]): Marked {
  const { role, index, decimal } = column
  const cells = body.flatMap((row) => row[index] ?? []).filter(({ isNumber }) => isNumber !== true)
  const find = (test: (figure: string) => boolean) =>
    cells.find(({ text }) => figureTexts(text, role).some(test))
  const own = find((text) => text.includes(decimal) && parseFigure(text, decimal) !== undefined)
  const other = find((text) => hasOtherMark(text, decimal))
  return { column, own, other }
}

/** The texts of a cell that should be figures. */
function figureTexts(text: string, { cell }: ColumnRole): readonly string[] {
  if (cell === undefined) return [text]
  const [parts = {}] = compilePattern(cell).match(text)
  return [parts['rate'] ?? [], parts['aer'] ?? []].flat()
}
