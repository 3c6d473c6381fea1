import type { Messages } from '../messages/messages.ts'
import { withoutMarks } from '../messages/untranslated.ts'

/** A head in the catalogue: all files use the same ones. */
type ColumnName = keyof Messages['columns']
/** `decimal`: an exact decimal as the API prints it. `money`: one with the decimals of the currency. `day`: YYYY-MM-DD. `instant`: ISO 8601, UTC. */
type CellKind = 'text' | 'decimal' | 'money' | 'count' | 'day' | 'instant'
type ExportCell = string | number | null | undefined

/** A column, and its cell in a row, if the row has one. */
export type ColumnOf<Row> = readonly [name: ColumnName, cell: (row: Row) => ExportCell]

/** A column of a file. */
export type ExportColumn = { readonly head: string; readonly kind: CellKind }

/** A cell for each column of a file. */
export type ExportRow = readonly ExportCell[]

/** A table that readers take along: complete, also where the view shows only its first rows. */
export type ExportTable = {
  readonly columns: readonly ExportColumn[]
  /** Called once the reader asks for a file. Rows that are loaded then are those of `at`, the moment that the file names. */
  readonly rows: (at: string) => Promise<readonly ExportRow[]>
}

export function exportTable<Row>(
  columns: readonly ColumnOf<Row>[],
  load: (at: string) => Promise<readonly Row[]> | readonly Row[],
  messages: Messages,
): ExportTable {
  return {
    columns: columns.map(([name]) => ({
      head: withoutMarks(messages.columns[name]),
      kind: kinds[name] ?? 'text',
    })),
    rows: async (at) =>
      (await load(at)).map((row) =>
        columns.map(([name, cell]) => {
          const value = cell(row)
          if (typeof value !== 'string') return value
          return kinds[name] === 'money' ? messages.words.money.inCoins(value) : withoutMarks(value)
        }),
      ),
  }
}

/** The columns that are not text. */
const kinds: { readonly [Name in ColumnName]?: CellKind } = {
  ratingDay: 'day',
  tenure: 'decimal',
  tenureTo: 'decimal',
  minimum: 'money',
  minimumBefore: 'money',
  rate: 'decimal',
  rateBefore: 'decimal',
  aer: 'decimal',
  basisPoints: 'decimal',
  publishedAt: 'instant',
  beforePublishedAt: 'instant',
  beforeSeenAt: 'instant',
  beforeWithdrawnAt: 'instant',
  withdrawnAt: 'instant',
  readAt: 'instant',
  printedDate: 'day',
  part: 'money',
  interest: 'money',
  paidBack: 'money',
  day: 'day',
  interestAfterTax: 'decimal',
  institutions: 'count',
  lowest: 'decimal',
  median: 'decimal',
  average: 'decimal',
  highest: 'decimal',
  constantInstitutions: 'count',
  constantMedian: 'decimal',
  staleAfterDays: 'count',
  daysSinceOldest: 'count',
  confirmedAt: 'instant',
  oldestConfirmedAt: 'instant',
  checkedAt: 'instant',
  lastPublishedAt: 'instant',
  lastReadingAt: 'instant',
  nextReadingAt: 'instant',
  correctedAt: 'instant',
  publishedRate: 'decimal',
  rightRate: 'decimal',
}

/** The source of a file, as the file names it. */
export type ExportSource = {
  readonly title: string
  /** The name of the site. */
  readonly site: string
  /** The address of the view, pinned to the moment. */
  readonly address: string
  /** ISO 8601, UTC. */
  readonly at: string
  readonly position: number
  /** The sentence that sample data are not current rates; empty for a real book. */
  readonly sampleNotice: string
}

/** The rows of all pages of a list. */
export async function allRows<Row>(
  pages: AsyncGenerator<{ readonly rows: readonly Row[] }, void, undefined>,
): Promise<readonly Row[]> {
  const all: Row[] = []
  for await (const { rows } of pages) all.push(...rows)
  return all
}

/** What a file says about its source. */
type SourceFact = ExportColumn & { readonly value: string | number }

/** Where a table comes from: the last columns of a CSV, and the second sheet of a workbook. */
export function sourceFacts(
  { title, site, address, at, position, sampleNotice }: ExportSource,
  { takeAlong }: Messages,
): readonly SourceFact[] {
  const facts: readonly SourceFact[] = [
    { head: takeAlong.titleLabel, kind: 'text', value: withoutMarks(title) },
    { head: takeAlong.publisherLabel, kind: 'text', value: site },
    { head: takeAlong.addressLabel, kind: 'text', value: address },
    { head: takeAlong.timeLabel, kind: 'instant', value: at },
    { head: takeAlong.positionLabel, kind: 'count', value: position },
  ]
  if (sampleNotice === '') return facts
  return [...facts, { head: takeAlong.noteLabel, kind: 'text', value: sampleNotice }]
}
