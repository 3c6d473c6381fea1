import type {
  PracticeColumn,
  PracticePage,
  PracticeRow,
  PracticeTable,
  RowLook,
} from '../practice-page.ts'
import { type Fault, spread } from './fault.ts'

/** A rate cell of a page. */
type Place = { readonly table: number; readonly row: number; readonly column: number }

/** Two adjacent digits of one rate have changed places. The AER is that of the true rate. */
export const transposedDigits: Fault = ({ page }) =>
  spread(
    placesOf(page, (figure, { is }) => is === 'rate' && figure !== '').flatMap((place) =>
      transpositions(figureAt(page, place)).map((figure) => ({
        page: withFigure(page, place, figure),
      })),
    ),
    8,
  )

/** The figures of two columns are exchanged in all rows of a table; with one column, figures and labels. */
export const swappedColumns: Fault = ({ page }) => {
  const pairs = page.tables.flatMap(({ columns }, table) => {
    const all = columns.keys().toArray()
    const pairs = all.flatMap((a) => all.slice(a + 1).map((b) => [table, a, b] as const))
    const isRead = (column: number) => columns[column]?.is !== 'other'
    return all.length < 2
      ? [[table, -1, 0] as const]
      : pairs.filter(([, a, b]) => isRead(a) || isRead(b))
  })
  return spread(pairs, 4).map(([table, a, b]) => ({
    page: withTable(page, table, (one) => ({
      ...one,
      rows: one.rows.map((row) => exchanged(row, a, b)),
    })),
  }))
}

/** The labels have moved by one row, or by two; the last ones stand in the first rows. */
export const shiftedLabels: Fault = ({ page }) =>
  [1, 2].map((by) => ({
    page: withTable(page, 0, (table) => ({
      ...table,
      rows: table.rows.map((row, index) => ({
        ...row,
        label: table.rows.at(index - by)?.label ?? row.label,
      })),
    })),
  }))

/** One row of rates is gone, or the second half of a table. */
export const droppedRows: Fault = ({ page }) => {
  const single = page.tables.flatMap((one, table) =>
    one.rows.flatMap((line, row) => (hasRates(one, line) ? [{ table, row }] : [])),
  )
  const without = (table: number, isLeft: (index: number) => boolean) => ({
    page: withTable(page, table, (one) => ({
      ...one,
      rows: one.rows.filter((_, index) => isLeft(index)),
    })),
  })
  const half = (page.tables[0]?.rows.length ?? 0) >> 1
  return [
    ...spread(single, 4).map(({ table, row }) => without(table, (index) => index !== row)),
    without(0, (index) => index < half),
  ]
}

function hasRates({ columns }: PracticeTable, { isIgnored, figures }: PracticeRow): boolean {
  return (
    isIgnored !== true && columns.some(({ is }, index) => is === 'rate' && figures[index] !== '')
  )
}

/** One row stands twice: next to itself, and at the end of the table. */
export const duplicatedRows: Fault = ({ page }) =>
  [0, 2].map((row) => ({
    page: withTable(page, 0, (table) => ({
      ...table,
      rows: table.rows.toSpliced(
        row === 0 ? 1 : table.rows.length,
        0,
        ...table.rows.slice(row, row + 1),
      ),
    })),
  }))

/** The heads have moved by one column: those of the figures, then that of the labels too. */
export const movedHeader: Fault = ({ page }) => {
  const moves: readonly ((table: PracticeTable) => PracticeTable)[] = [
    withFigureHeadsMoved,
    withAllHeadsMoved,
  ]
  const used = (page.tables[0]?.columns.length ?? 0) < 2 ? moves.slice(1) : moves
  return used.map((move) => ({ page: withTable(page, 0, move) }))
}

/** An empty cell says `0.00`; where a table has none, a rate does that is no longer offered. */
export const zerosForEmpty: Fault = ({ page }) => {
  const empty = placesOf(page, (figure, { is }) => is === 'rate' && figure === '')
  const places = empty.length > 0 ? empty : placesOf(page, (_, { is }) => is === 'rate')
  return spread(places, 3).map((place) => ({ page: withFigure(page, place, '0.00') }))
}

/** The table stands twice, and the copy has another figure: first or last. */
export const secondCopy: Fault = ({ page }) => {
  const places = placesOf(page, (figure, { is }) => is === 'rate' && figure !== '')
  const first = places.filter(({ table }) => table === 0)
  return spread(first, 2).map((place) => {
    const figure = figureAt(page, place)
    const other = figure.replace(/\d(?=\D*$)/, (digit) => (digit === '5' ? '0' : '5'))
    const copy = withFigure(page, place, other === figure ? `1${figure}` : other).tables.slice(0, 1)
    return { page: { ...page, tables: page.tables.toSpliced(1, 0, ...copy) } }
  })
}

function placesOf(
  { tables }: PracticePage,
  isWanted: (figure: string, column: PracticeColumn) => boolean,
): readonly Place[] {
  return tables.flatMap(({ columns, rows }, table) =>
    rows.flatMap(({ isIgnored, figures }, row) =>
      columns.flatMap((one, column) =>
        isIgnored !== true && isWanted(figures[column] ?? '', one) ? [{ table, row, column }] : [],
      ),
    ),
  )
}

function figureAt({ tables }: PracticePage, { table, row, column }: Place): string {
  return tables[table]?.rows[row]?.figures[column] ?? ''
}

function withFigure(page: PracticePage, { table, row, column }: Place, text: string): PracticePage {
  return withTable(page, table, (one) => ({
    ...one,
    rows: one.rows.map((line, index) =>
      index === row ? { ...line, figures: line.figures.with(column, text) } : line,
    ),
  }))
}

function withTable(
  page: PracticePage,
  number: number,
  change: (table: PracticeTable) => PracticeTable,
): PracticePage {
  const tables = page.tables.map((table, index) => (index === number ? change(table) : table))
  return { ...page, tables }
}

/** A row with two figures exchanged; column -1 is the last part of the label. */
function exchanged(row: PracticeRow, a: number, b: number): PracticeRow {
  const { label, figures } = row
  const [one = '', other = ''] = [figures[a], figures[b]]
  if (a !== -1) return { ...row, figures: figures.with(a, other).with(b, one) }
  return { ...row, label: other, figures: figures.with(b, label) }
}

function withFigureHeadsMoved(table: PracticeTable): PracticeTable {
  const { columns } = table
  const moved = columns.map((column, index) => ({
    ...column,
    heads: columns.at(index - 1)?.heads ?? column.heads,
  }))
  return { ...table, columns: moved }
}

function withAllHeadsMoved(table: PracticeTable): PracticeTable {
  const { labelHeads, columns } = table
  const all = [...labelHeads.map((head) => [head]), ...columns.map(({ heads }) => heads)]
  const moved = all.map((heads, index) => all.at(index - 1) ?? heads)
  return {
    ...table,
    labelHeads: moved.slice(0, labelHeads.length).map((heads) => heads.join(' ')),
    columns: columns.map((column, index) => ({
      ...column,
      heads: moved[labelHeads.length + index] ?? column.heads,
    })),
  }
}

/** The texts in which two adjacent digits that differ have changed places, also across the point; not `09.5`. */
function transpositions(figure: string): readonly string[] {
  const digits = figure.replace('.', '')
  const point = figure.indexOf('.')
  const texts = Array.from(digits.slice(1), (_, index) => {
    const [a = '', b = ''] = digits.slice(index, index + 2)
    const other = `${digits.slice(0, index)}${b}${a}${digits.slice(index + 2)}`
    return point === -1 ? other : `${other.slice(0, point)}.${other.slice(point)}`
  })
  return texts.filter((text) => text !== figure && !/^0\d/.test(text))
}

const looks: readonly RowLook[] = ['struck', 'covered', 'white']

/** The text of the first or last row is still in the file, but a person sees it struck out, or not at all. */
export const hiddenRow: Fault = ({ page, format }) => {
  if (format !== 'pdf' && format !== 'xlsx')
    return { impossible: 'the layout is no PDF and no workbook' }
  return looks.flatMap((look) =>
    [0, -1].map((place) => ({
      page: {
        ...page,
        tables: page.tables.map((table) => ({
          ...table,
          rows: table.rows.map((row) => (row === table.rows.at(place) ? { ...row, look } : row)),
        })),
      },
    })),
  )
}
