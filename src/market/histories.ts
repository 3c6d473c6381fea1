import { canonicalDecimal } from '../domain/decimal.ts'
import type { TermsFilter } from '../domain/offer.ts'
import { width } from './cells.ts'
import { entryIn, type GrowingCells, type Ledger, type OwnRows, type Split } from './ledger.ts'
import { visibleRows, type Records } from './records.ts'
import { noRows, type Rows } from './rows.ts'

/** The history of an institution for some terms or all, withdrawals left out, rising. */
export function historyRows(records: Records, institutionId: string, asked: TermsFilter): Rows {
  const { ledger } = records
  const own = ledger.institutions.get(institutionId)
  if (own === undefined) return noRows
  const names = termNames.filter((name) => asked[name] !== undefined)
  const list = splitBy(ledger, own, names).lists.get(keyOf(asked, names))
  return list === undefined ? noRows : visibleRows(records, { ...list, items: undefined })
}

const termNames = ['variant', 'tenure', 'payout'] as const
type TermName = (typeof termNames)[number]

/**
 * The history of an institution by some of its terms: made the first time that one of them is asked for, which takes as long for
 * all as for one, then only looked on for what is new, whichever version asks. Its rows lie far apart in the records, so the lists
 * have copies of their cells (decision 012). Each row is in at most eight (of its institution alone, of its variant, tenure, payout,
 * of two of them, of all three), and there are none of what never occurred: 96 bytes a row at most, an eighth more if all have
 * just grown.
 */
function splitBy(ledger: Ledger, own: OwnRows, names: readonly TermName[]): Split {
  const kind = names.join()
  let split = own.splits.get(kind)
  if (split === undefined) own.splits.set(kind, (split = { lists: new Map(), looked: 0 }))
  if (split.looked < own.history.length) lookOn(split, ledger, own, names)
  return split
}

/** Copies what is new in a history to the lists of a split: counted first, so that each list grows once. */
function lookOn(
  split: Split,
  { cells, allSeries }: Ledger,
  { numbers, history: { items, length } }: OwnRows,
  names: readonly TermName[],
): void {
  const counts = new Uint32Array(allSeries.length)
  for (let index = split.looked; index < length; index++) {
    const series = cells[(items[index] as number) * width] as number
    counts[series] = (counts[series] as number) + 1
  }
  const listOf = new Map<number, GrowingCells>()
  const series = numbers.values().filter((number) => counts[number] !== 0)
  const keyed = Map.groupBy(series, (number) => keyOf(entryIn(allSeries, number).terms, names))
  for (const [key, ofKey] of keyed) {
    const more = ofKey.reduce((sum, number) => sum + (counts[number] as number), 0)
    const list = withRoom(split.lists.get(key) ?? { cells: new Uint32Array(0), length: 0 }, more)
    split.lists.set(key, list)
    for (const number of ofKey) listOf.set(number, list)
  }
  for (let index = split.looked; index < length; index++) {
    const cell = (items[index] as number) * width
    const list = listOf.get(cells[cell] as number)
    if (list === undefined)
      throw new Error(`Row ${items[index]} is of no series of its institution.`)
    const end = list.length++ * width
    list.cells[end] = cells[cell] as number
    list.cells[end + 1] = cells[cell + 1] as number
    list.cells[end + 2] = cells[cell + 2] as number
  }
  split.looked = length
}

/** A list with room for so many rows more; whoever holds the old cells goes on seeing what it saw. */
function withRoom(list: GrowingCells, more: number): GrowingCells {
  const rows = list.length + more
  if (rows * width <= list.cells.length) return list
  const isNew = list.length === 0
  const cells = new Uint32Array((isNew ? rows : rows + (rows >> 3)) * width)
  cells.set(list.cells.subarray(0, list.length * width))
  return { cells, length: list.length }
}

/** One text for what terms have in common, whatever the printing of their tenure. */
function keyOf(terms: TermsFilter, names: readonly TermName[]): string {
  const { tenure } = terms
  return names
    .map((name) =>
      name === 'tenure' && tenure !== undefined ? canonicalDecimal(tenure) : terms[name],
    )
    .join(' ')
}
