import type { Problem } from '../refusal.ts'
import type { SourceDefinition } from '../source-schema.ts'
import type { SourceTable } from '../source/table-schema.ts'
import type { TableCell } from '../table.ts'
import { parseAmount } from '../words/amount.ts'
import { hasOtherMark, otherMark, parseFigure, type DecimalMark } from '../words/figure.ts'
import { lazily } from '../words/lazily.ts'
import { compilePattern } from '../words/pattern.ts'
import { isFigureRole, type ColumnRole, type ReadColumn } from './columns.ts'
import type { ReadingNotes } from './reading-notes.ts'
import { quoted } from '../../../domain/text.ts'

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
