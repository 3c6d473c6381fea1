import { compareDecimals, type Decimal } from '../../../domain/decimal.ts'
import {
  parseFigure,
  scaleFigure,
  type DecimalMark,
  hasOtherMark,
  otherMark,
} from '../words/figure.ts'
import { refuse, refuseDoubtful, type Problem } from '../refusal.ts'
import type { SourceTable } from '../source/table-schema.ts'
import type { TableCell } from '../table.ts'
import { compilePattern } from '../words/pattern.ts'
import { type ReadColumn, isFigureRole, type ColumnRole } from './columns.ts'
import type { ReadingNotes } from './reading-notes.ts'
import { quoted } from '../../../domain/text.ts'
import type { SourceDefinition } from '../source-schema.ts'
import { parseAmount } from '../words/amount.ts'
import { lazily } from '../words/lazily.ts'

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

const names = { '.': 'point', ',': 'comma' } as const

/**
 * The decimal mark of a cell: the one that the source declares for its column, its table or its page, and a point if it declares
 * none or the cell is a number of a program.
 */
export function decimalMarkOf(
  { decimal }: ColumnRole,
  definition: SourceTable,
  { pages }: SourceDefinition,
  { isNumber }: Pick<TableCell, 'isNumber'>,
): DecimalMark {
  if (isNumber === true) return '.'
  const name = definition.page ?? pages[0]?.name
  const page = pages.find((one) => one.name === name)
  return decimal ?? definition.decimal ?? page?.decimal ?? '.'
}

/** The columns; those of amounts say whether they can have the other decimal mark. */
export function withOtherMark(
  columns: readonly ReadColumn[],
  body: readonly (readonly TableCell[])[],
  definition: SourceTable,
  source: SourceDefinition,
): readonly ReadColumn[] {
  const { currency, language } = source
  const takesOtherMark = ({ role, index }: ReadColumn): boolean =>
    body
      .flatMap((row) => row[index] ?? [])
      .filter(({ isNumber }) => isNumber !== true)
      .every((cell) => {
        const decimal = decimalMarkOf(role, definition, source, cell)
        const own = parseAmount(cell.text, { decimal, currency, language })
        const other = otherMark(decimal)
        return (
          own === undefined ||
          own === parseAmount(cell.text, { decimal: other, currency, language })
        )
      })
  return columns.map((column) =>
    column.role.is === 'min_deposit'
      ? { ...column, takesOtherMark: lazily(() => takesOtherMark(column)) }
      : column,
  )
}

/** The figures of a column with the mark that the source declares and with the other one: the first cell of each. */
type Marked = {
  readonly column: ReadColumn
  readonly mark: DecimalMark
  own?: TableCell
  other?: TableCell
}

/**
 * The problem of a table with figures that have the other decimal mark than the source declares; `undefined` if there is none. It
 * advises another mark only where no figure that is read has the declared one.
 */
export function markProblem(
  body: readonly (readonly TableCell[])[],
  columns: readonly ReadColumn[],
  definition: SourceTable,
  notes: ReadingNotes,
): Problem | undefined {
  const all = columns
    .filter(({ role }) => isFigureRole(role))
    .map((column): Marked => {
      const { role, index } = column
      const mark = decimalMarkOf(role, definition, notes.source, {})
      const marked: Marked = { column, mark }
      for (const row of body) {
        const cell = row[index]
        if (cell === undefined || cell.isNumber === true) continue
        const figures = figureTexts(cell.text, role)
        if (figures.some((text) => text.includes(mark) && parseFigure(text, mark) !== undefined))
          marked.own ??= cell
        if (figures.some((text) => hasOtherMark(text, mark))) marked.other ??= cell
      }
      if (marked.own !== undefined) notes.marks.getOrInsert(mark, marked.own)
      return marked
    })
  const wrong = all.find(({ other }) => other !== undefined)
  if (wrong?.other === undefined) return undefined
  const { column, mark, own = notes.marks.get(mark), other: cell } = wrong
  const printed = otherMark(mark)
  const text = `The cell ${quoted(cell.text)} has a decimal ${names[printed]}`
  const both = `${text}, and the cell ${quoted(own?.text ?? '')} a decimal ${names[mark]}`
  const isOfAll =
    all.every((one) => one.own === undefined) &&
    columns.every(({ role }) => role.is !== 'min_deposit')
  const place = isOfAll ? 'the table' : `the column ${quoted(column.name)}`
  const advice = `write \`decimal: "${printed}"\` for ${place}.`
  const failure =
    wrong.own !== undefined
      ? `${both}. The column ${quoted(column.name)} has one mark: if one of them is a misprint, leave its row out by name, with a reason.`
      : own === undefined
        ? `${text}; if the page prints figures so, ${advice}`
        : `${both}; if both are right, ${advice}`
  return { failure, place: cell.address }
}

/** The texts of a cell that should be figures. */
function figureTexts(text: string, { cell }: ColumnRole): readonly string[] {
  if (cell === undefined) return [text]
  const [parts = {}] = compilePattern(cell).match(text)
  return [parts['rate'] ?? [], parts['aer'] ?? []].flat()
}
