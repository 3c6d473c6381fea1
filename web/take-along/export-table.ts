/** A column of a table that readers take along. */
export type ExportColumn = {
  readonly head: string
  /** `decimal`: an exact decimal as the API prints it. `day`: YYYY-MM-DD. `instant`: ISO 8601, UTC. */
  readonly kind: 'text' | 'decimal' | 'count' | 'day' | 'instant'
}

/** A table that readers take along: complete, also where the view shows only its first rows. */
export type ExportTable = {
  readonly columns: readonly ExportColumn[]
  /** A cell for each column; null where there is none. Called once the reader asks for a file. */
  readonly rows: () => Promise<readonly ExportRow[]> | readonly ExportRow[]
}

export type ExportRow = readonly (string | number | null)[]
