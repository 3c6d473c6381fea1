/** A column of a table that readers take along. */
export type ExportColumn = {
  readonly head: string
  /** `decimal`, `money`: an exact decimal as the API prints it. `day`: YYYY-MM-DD. `instant`: ISO 8601, UTC. */
  readonly kind: 'text' | 'decimal' | 'money' | 'count' | 'day' | 'instant'
}

/** A cell for each column; null where there is none. */
export type ExportRow = readonly (string | number | null)[]

/** A table that readers take along: complete, also where the view shows only its first rows. */
export type ExportTable = {
  readonly columns: readonly ExportColumn[]
  /** Called once the reader asks for a file. Rows that are loaded then are those of `at`, the moment that the file names. */
  readonly rows: (at: string) => Promise<readonly ExportRow[]> | readonly ExportRow[]
}

/** The source of a file, as the file names it. */
export type ExportSource = {
  readonly title: string
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
