/** One page of a list that is newest first. */
export type ListPage<Row> = {
  /** The records of the page. Only the first page of an empty list has none. */
  readonly rows: readonly Row[]
  /** The position of the book that the page comes from. It is higher than that of the first page if the book has grown since. */
  readonly position: number
}

/** A page of an iteration. `isEnd` is true if the page is known to be the last one; a full last page is not known to be. */
export type IteratedPage<Row> = ListPage<Row> & { readonly isEnd: boolean }

/** A record of a list that is sorted by the time of the change or correction. */
export type DatedRecord = { readonly changed_at: string } | { readonly corrected_at: string }

/** Reads one page, from the book at `minPosition` or later. */
export type ReadPage<Row> = (offset: number, minPosition: number) => Promise<ListPage<Row>>

/**
 * Iterates over the pages of a list while the book grows. It yields the list as it was at the first page, each record once.
 *
 * New records are added at the front, so they shift all offsets; a higher position reveals it. The iteration then goes back
 * until it meets the records that it yielded last. Because times never fall in a book, nothing can be inserted among records
 * that are older than the newest time. So that time is read completely, at one position, before the first page is yielded.
 */
export async function* pagesOf<Row extends DatedRecord>(
  read: ReadPage<Row>,
  limit: number,
): AsyncGenerator<IteratedPage<Row>, void, undefined> {
  const first = await readFirstPage(read, limit)
  yield first
  let { position, isEnd } = first
  let offset = first.rows.length
  let lastRecords = recordsOfLastTime(first.rows)
  let recordsToSkip: string[] = []
  let stepBack = 0
  while (!isEnd) {
    const page = await read(offset, position)
    if (page.position !== position) {
      position = page.position
      recordsToSkip = lastRecords.map(identityOf)
      stepBack = lastRecords.length + 1
    }
    if (stepBack > 0 && offset > 0 && !isNewer(page.rows[0], lastRecords)) {
      offset = Math.max(0, offset - stepBack)
      // One step is enough unless the list has become shorter: an institution changed its type, or a record was corrected.
      stepBack *= 2
      continue
    }
    stepBack = 0
    offset += page.rows.length
    isEnd = page.rows.length < limit
    const rows = page.rows.filter(
      (row) => !isNewer(row, lastRecords) && !removeFirst(recordsToSkip, identityOf(row)),
    )
    if (rows.length === 0) continue
    yield { rows, position, isEnd }
    lastRecords = recordsOfLastTime([...lastRecords, ...rows])
  }
}

/** Reads pages until they contain a record older than the newest one, all of them at one position. */
async function readFirstPage<Row extends DatedRecord>(
  read: ReadPage<Row>,
  limit: number,
): Promise<IteratedPage<Row>> {
  let rows: readonly Row[] = []
  let position = 0
  for (;;) {
    const page = await read(rows.length, position)
    if (rows.length > 0 && page.position !== position) {
      rows = []
      position = page.position
      continue
    }
    position = page.position
    rows = rows.length === 0 ? page.rows : [...rows, ...page.rows]
    const isEnd = page.rows.length < limit
    if (isEnd || recordsOfLastTime(rows).length < rows.length) return { rows, position, isEnd }
  }
}

/** The records at the end of a list that share the time of the last one. */
function recordsOfLastTime<Row extends DatedRecord>(rows: readonly Row[]): readonly Row[] {
  const last = rows.at(-1)
  if (last === undefined) return []
  const start = rows.findLastIndex((row) => timeOf(row) !== timeOf(last))
  return rows.slice(start + 1)
}

function timeOf(row: DatedRecord): string {
  return 'changed_at' in row ? row.changed_at : row.corrected_at
}

/** Compares parsed times: as strings, times with and without fractions of a second do not sort. */
function isNewer(row: DatedRecord | undefined, [last]: readonly DatedRecord[]): boolean {
  return (
    row !== undefined && last !== undefined && Date.parse(timeOf(row)) > Date.parse(timeOf(last))
  )
}

/** Identifies a record by all its fields but those that a new registration of its institution or a correction may change. */
function identityOf(row: DatedRecord): string {
  const fields = Object.entries(row).filter(([name]) => !changeableField.test(name))
  return JSON.stringify(fields)
}

const changeableField = /^(?:institution_(?:name|type)|prev_.*|direction)$/

/** Removes the first item that equals `value`; returns whether there was one. */
function removeFirst(items: string[], value: string): boolean {
  const index = items.indexOf(value)
  if (index < 0) return false
  items.splice(index, 1)
  return true
}
