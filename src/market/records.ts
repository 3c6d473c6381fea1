import type { Change, RateChange } from '../domain/change.ts'
import { storedChanges } from '../domain/entry-body.ts'
import type { Publishing } from '../domain/entry.ts'
import type { Instant } from '../domain/instant.ts'
import { keyOf, type Terms } from '../domain/offer.ts'
import { scanChanges } from '../domain/scan-changes.ts'
import { addPublication, addScanned } from './add-publication.ts'
import { moveIn, publicationIn, seriesIn } from './cells.ts'
import {
  directionIn,
  emptyLedger,
  entryIn,
  rowBefore,
  type Ledger,
  type Move,
  type RecordPublication,
  type RecordSeries,
} from './ledger.ts'
import { countBefore, rowAt, type Rows } from './rows.ts'

/**
 * Every change of a book in the order of the book, withdrawals too: a row is its number, and its cells say by
 * the numbers of tables what stands there. Versions share one storage, of which each sees its own length; a number of a
 * table means the same in every later version. Nobody but `appendRecords` writes in the arrays.
 */
export type Records = {
  readonly length: number
  /** Three numbers for each row (`cells.ts`). */
  readonly cells: Uint32Array
  readonly seriesAt: (number: number) => RecordSeries
  readonly moveAt: (number: number) => Move
  readonly publicationAt: (number: number) => RecordPublication
  readonly ledger: Ledger
}

/** A rate history record: a change with the entry that made it. */
export type HistoryRecord = RateChange & {
  readonly institutionId: string
  readonly position: number
  readonly at: Instant
}

/** The records of no book; storage of its own for each that begins with it. */
export function emptyRecords(): Records {
  return versionOf(emptyLedger())
}

/** The records after one more publication. What an older version is continued with, no other version sees: it is copied. */
export function appendRecords(records: Records, entry: Publishing): Records {
  const text = storedChanges.sourceOf(entry)
  const scanned = text === undefined ? undefined : scanChanges(text)
  const changes = scanned ?? entry.changes
  if (changes.length === 0) return records
  const { position, at, institutionId } = entry
  const isNewest = records.length > 0 && isNewestVersion(records)
  const ledger = isNewest ? records.ledger : copyOf(records)
  if (scanned === undefined) addPublication(ledger, { position, at }, institutionId, entry.changes)
  else addScanned(ledger, { position, at }, institutionId, scanned)
  return isNewest ? { ...records, length: ledger.length, cells: ledger.cells } : versionOf(ledger)
}

/** Whether no version goes on from this one. */
export function isNewestVersion({ length, ledger }: Records): boolean {
  return length === ledger.length
}

/** A row of the history as an object of its own. */
export function recordAt(records: Records, row: number): HistoryRecord {
  const change = changeAt(records, row)
  if (change.direction === 'withdrawn') throw new Error(`Row ${row} is a withdrawal, no history.`)
  const { institutionId } = records.seriesAt(seriesIn(records, row))
  return { ...change, institutionId, ...records.publicationAt(publicationIn(records, row)) }
}

/** The instant of the publication that a row comes from. */
export function instantOfRow(records: Records, row: number): Instant {
  return records.publicationAt(publicationIn(records, row)).at
}

/** Whether a row says that an offer was withdrawn: such a row is none of the history. */
export function isWithdrawal({ ledger }: Records, row: number): boolean {
  return directionIn(ledger, row) === 'withdrawn'
}

/** The number of the series of some terms of an institution, if there is a row about it. */
export function findSeries(
  records: Records,
  institutionId: string,
  terms: Terms,
): number | undefined {
  const series = records.ledger.institutions.get(institutionId)?.numbers.get(keyOf(terms))
  return series !== undefined && lastRow(records, series) >= 0 ? series : undefined
}

/** The part of a list that these records see: a publication is seen as a whole. */
export function visibleRows(records: Records, { cells, items, length }: Rows): Rows {
  const rows = { cells, items, length }
  if (isNewestVersion(records)) return rows
  const last = publicationIn(records, records.length - 1)
  const isSeen = (index: number): boolean => publicationIn(rows, rowAt(rows, index)) <= last
  return { ...rows, length: countBefore(length, isSeen) }
}

/** Every row of a series that these records see, withdrawals too, newest first. */
export function rowsOfSeries(records: Records, series: number): number[] {
  const rows: number[] = []
  for (let row = lastRow(records, series); row >= 0; row = rowBefore(records.ledger, row))
    rows.push(row)
  return rows
}

/** The last of those rows, from which `rowBefore` leads to the others; -1 if there is none. */
export function lastRow({ ledger, length }: Records, series: number): number {
  let row = entryIn(ledger.lastRows, series)
  while (row >= length) row = rowBefore(ledger, row)
  return row
}

function versionOf(ledger: Ledger): Records {
  return {
    length: ledger.length,
    cells: ledger.cells,
    seriesAt: (number) => entryIn(ledger.allSeries, number),
    moveAt: (number) => entryIn(ledger.allMoves, number),
    publicationAt: (number) => entryIn(ledger.publications, number),
    ledger,
  }
}

/** The same rows, under the same numbers, in storage of their own. */
function copyOf(records: Records): Ledger {
  const { length } = records
  const ledger = emptyLedger()
  for (let row = 0, end: number; row < length; row = end) {
    const number = publicationIn(records, row)
    end = countBefore(length, (other) => publicationIn(records, other) <= number)
    const changes = Array.from({ length: end - row }, (_, i) => changeAt(records, row + i))
    const { institutionId } = records.seriesAt(seriesIn(records, row))
    addPublication(ledger, records.publicationAt(number), institutionId, changes)
  }
  return ledger
}

function changeAt(records: Records, row: number): Change {
  const { terms } = records.seriesAt(seriesIn(records, row))
  return { ...terms, ...records.moveAt(moveIn(records, row)) }
}
