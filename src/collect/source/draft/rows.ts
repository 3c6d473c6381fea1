import type { RowRole } from '../../read/source/table-schema.ts'
import type { DecimalMark } from '../../read/words/figure.ts'
import type { PrintedTenure } from '../../read/words/tenure.ts'
import { hasFigure, namedTenure, statedAs, tenureIn } from './cells.ts'
import { variantIn, type ColumnGuess } from './columns.ts'
import type { Layout } from './layout.ts'

/** A guess about a row label, with its reason. */
export type RowGuess = { readonly label: string; readonly role: RowRole; readonly remark: string }

/** The guesses about rows, and the tenures of the others. */
export type RowGuesses = {
  readonly rows: readonly RowGuess[]
  readonly tenures: readonly RowTenure[]
}

/** A row that is read: its place below the headings, and its tenure. */
export type RowTenure = { readonly row: number; readonly tenure: PrintedTenure }

/** A row with a tenure, before it is compared with the others. */
type ReadRow = RowTenure & {
  readonly label: string
  readonly isPlain: boolean
  readonly terms: string
}

/** The labels that are no plain tenure. Of several rows with the same terms, the one with the plainest label is read. */
export function guessRows(
  layout: Layout,
  columns: readonly ColumnGuess[],
  mark: DecimalMark,
): RowGuesses {
  const { tenure, columns: laid } = layout
  const labels = laid[tenure.index]?.texts ?? []
  const isRate = ({ role }: ColumnGuess) =>
    typeof role === 'object' && 'is' in role && role.is === 'rate'
  const rates = columns.filter(isRate)
  const guesses = new Map<string, RowGuess>()
  const read: ReadRow[] = []
  const add = (label: string, role: RowRole, remark: string) =>
    void guesses.set(label.toLowerCase(), { label, role, remark })
  for (const [row, label] of labels.entries()) {
    if (label === '') continue
    const hasRate = rates.some(
      ({ column }) =>
        hasFigure(column.texts[row] ?? '', mark) || /^\d/.test(column.texts[row] ?? ''),
    )
    const plain = tenureIn(label, tenure.unit)
    const found = plain ?? (label.length <= 100 ? namedTenure(label) : undefined)
    if (!hasRate && plain !== undefined) continue
    if (!hasRate) add(label, { ignore: 'guess: a title, without figures' }, 'confirm')
    else if (found === undefined)
      add(
        label,
        { ignore: 'guess: states no tenure' },
        'confirm; else write `{ tenure: 12 months, because: … }`',
      )
    else {
      const terms = termsOfRow(row, found, columns)
      read.push({ row, label, tenure: found, isPlain: plain !== undefined, terms })
    }
  }
  const kept = plainest(read)
  for (const one of read) {
    const { label, tenure, isPlain } = one
    const ours = kept.get(one.terms)
    if (ours !== undefined && ours.label.toLowerCase() !== label.toLowerCase())
      add(
        label,
        { ignore: `guess: the terms of ${JSON.stringify(ours.label)}; one of them can be read` },
        'which of them is yours?',
      )
    else if (!isPlain) {
      const variant = variantIn(label)
      const role = {
        tenure: statedAs(tenure),
        ...(variant && { variant }),
        because: 'guess: its name',
      }
      add(label, role, 'confirm')
    }
  }
  return { rows: [...guesses.values()], tenures: [...kept.values()] }
}

/** A key that differs between rows of one tenure: the words and amounts of the columns that state terms. */
function termsOfRow(row: number, tenure: PrintedTenure, columns: readonly ColumnGuess[]): string {
  const stated = columns.filter(
    ({ role }) =>
      typeof role === 'object' &&
      'is' in role &&
      !['rate', 'aer', 'tenure'].includes(role.is ?? 'rate'),
  )
  return JSON.stringify([statedAs(tenure), ...stated.map(({ column }) => column.texts[row])])
}

/** For each terms the row to read: a plain label before others, then the shortest. */
function plainest(rows: readonly ReadRow[]): ReadonlyMap<string, ReadRow> {
  const kept = new Map<string, ReadRow>()
  for (const row of rows) {
    const other = kept.get(row.terms)
    const isPlainer =
      other === undefined ||
      (row.isPlain && !other.isPlain) ||
      (row.isPlain === other.isPlain && row.label.length < other.label.length)
    if (isPlainer) kept.set(row.terms, row)
  }
  return kept
}
