/** Part of a list that is newest first. */
export type Page<Row> = {
  /** The next older records; none only on the first page of an empty list. */
  readonly rows: readonly Row[]
  /** The position of the book at which this page was read: higher than that of the first page if something was published meanwhile. */
  readonly position: number
}

/** A page of an iteration, and whether it is known to be the last: where the records fill it to the brim, only asking again tells. */
export type IteratedPage<Row> = Page<Row> & { readonly isEnd: boolean }

/** A record that a publication adds at the front of its list. */
export type Dated = { readonly changed_at: string }

/** Reads the records of a list from an offset on, as many as a page has or all that there are, at a position or a later one. */
export type ReadPage<Row> = (offset: number, leastPosition: number) => Promise<Page<Row>>

/**
 * The pages of a list that grows at its front while it is read: each record of the list as it was at the first page, once,
 * newest first, and none that was added later.
 *
 * Offsets count from the newest record, so they shift when the book moves on, which `Ratebook-Position` tells. The place is
 * then found again by the instant of the last record given: instants never fall in a book, so that nothing can be added at or
 * before one that has a newer one in front of it. That is why the newest instant is read whole, at one position, before
 * anything is given. Finding the place again costs a request or two; a page may then be short.
 */
export async function* pagesOf<Row extends Dated>(
  read: ReadPage<Row>,
  limit: number,
): AsyncGenerator<IteratedPage<Row>, void, undefined> {
  const first = await readNewest(read, limit)
  yield first
  let { position } = first
  let offset = first.rows.length
  let isEnd = first.isEnd
  let last = ofLastInstant(first.rows)
  let again: string[] = []
  let back = 0
  while (!isEnd) {
    const page = await read(offset, position)
    if (page.position !== position) {
      position = page.position
      again = last.map(nameOf)
      back = last.length + 1
    }
    if (back > 0 && offset > 0 && !isNewer(page.rows[0], last)) {
      offset = Math.max(0, offset - back)
      // Once is enough, unless the list is shorter than it was: an institution has another type now.
      back *= 2
      continue
    }
    back = 0
    offset += page.rows.length
    isEnd = page.rows.length < limit
    const rows = page.rows.filter((row) => !isNewer(row, last) && !takeOut(again, nameOf(row)))
    if (rows.length === 0) continue
    yield { rows, position, isEnd }
    last = ofLastInstant([...last, ...rows])
  }
}

/** The first page, and the next ones until a record is older than the newest: all at one position. */
async function readNewest<Row extends Dated>(
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
    if (isEnd || ofLastInstant(rows).length < rows.length) return { rows, position, isEnd }
  }
}

function ofLastInstant<Row extends Dated>(rows: readonly Row[]): readonly Row[] {
  const instant = rows.at(-1)?.changed_at
  const start = rows.findLastIndex(({ changed_at: at }) => at !== instant)
  return rows.slice(start + 1)
}

/** Whether a record is newer than the last ones given. As texts, instants with and without fractions do not sort. */
function isNewer(row: Dated | undefined, [last]: readonly Dated[]): boolean {
  return (
    row !== undefined &&
    last !== undefined &&
    Date.parse(row.changed_at) > Date.parse(last.changed_at)
  )
}

/** A record without what a new registration of its institution changes. */
function nameOf(row: Dated): string {
  return JSON.stringify({ ...row, institution_name: undefined, institution_type: undefined })
}

function takeOut(names: string[], name: string): boolean {
  const index = names.indexOf(name)
  if (index < 0) return false
  names.splice(index, 1)
  return true
}
