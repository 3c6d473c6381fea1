import type { Change } from '../domain/change.ts'
import type { InstitutionType } from '../domain/institution.ts'
import type { Instant } from '../domain/instant.ts'
import { keyOf, type Terms, type TermsKey } from '../domain/offer.ts'
import { moveIn, seriesIn, width } from './cells.ts'
import { countBelow, grown, growingRows, push, type GrowingRows } from './rows.ts'

/** Whose headline rate a row is about; the terms in their first printing. */
export type RecordSeries = { readonly institutionId: string; readonly terms: Terms }

/** What happened to a headline rate. */
export type Move = MoveOf<Change>
type MoveOf<C> = C extends Change ? Omit<C, keyof Terms> : never

/** The entry that a row comes from. */
export type RecordPublication = { readonly position: number; readonly at: Instant }

/** What is known of one institution's rows. */
export type OwnRows = {
  /** Its history: withdrawals are left out. */
  readonly history: GrowingRows
  /** That history by some of its terms, whichever are asked for (`histories.ts`). */
  readonly splits: Map<string, Split>
  /** The numbers of its series, by their terms, and by the codes of a scan (`add-publication.ts`). */
  readonly numbers: Map<TermsKey, number>
  readonly scanned: Map<number, number>
}

/** A part of a list, or of all rows, with how far that was looked through for it. */
export type Part = { readonly rows: GrowingRows; looked: number }

/** The lists of a history by some terms, and how far it was looked through for them. */
export type Split = { readonly lists: Map<string, GrowingCells>; looked: number }

/** Cells of rows, side by side, which `histories.ts` alone appends to. */
export type GrowingCells = { readonly cells: Uint32Array; length: number }

/** Parts by what was asked for. */
export type Parts = Map<string, Part>

/**
 * The storage that the versions of one book's records share; only `appendRecords` writes in it. A row costs 12 bytes in the
 * cells, 4 for the row before it and 8 in the lists (institution, moves), up to twice that where an array has just doubled: 24 to 48 MB
 * for a million rows, where an object for each was 560 to 950 MB.
 */
export type Ledger = {
  length: number
  /** Three numbers for each row (`cells.ts`). */
  cells: Uint32Array
  readonly allSeries: RecordSeries[]
  readonly allMoves: Move[]
  /** A bit for the direction of each of those moves. */
  readonly directions: number[]
  readonly publications: RecordPublication[]
  readonly institutions: Map<string, OwnRows>
  /** One more than the row of the same series before each row; 0 if it is the first. */
  rowsBefore: Uint32Array
  /** The last row of each series, by its number, whichever version sees it; -1 if all were taken back. */
  readonly lastRows: number[]
  /** The raises and cuts of all institutions. */
  readonly moves: GrowingRows
  /** Parts of the raises and cuts, by what was asked for (`lists.ts`); those by type hold as long as nobody has another type. */
  readonly parts: Parts
  typed: { readonly types: ReadonlyMap<string, InstitutionType>; readonly parts: Parts }
  /** The numbers of the moves by their words, and by the codes of a scan: previous rate, then the rest. */
  readonly moveNumbers: Map<string, number>
  readonly scannedMoves: Map<number, Map<number, number>>
}

/** Storage for the records of a book that has none yet. */
export function emptyLedger(): Ledger {
  return {
    length: 0,
    cells: new Uint32Array(0),
    allSeries: [],
    allMoves: [],
    directions: [],
    publications: [],
    institutions: new Map(),
    rowsBefore: new Uint32Array(0),
    lastRows: [],
    moves: growingRows(),
    parts: new Map(),
    typed: { types: new Map(), parts: new Map() },
    moveNumbers: new Map(),
    scannedMoves: new Map(),
  }
}

/** The rows of an institution, to which its first publication is about to add. */
export function ownRows({ institutions }: Ledger, institutionId: string): OwnRows {
  let own = institutions.get(institutionId)
  if (own === undefined) {
    own = { history: growingRows(), splits: new Map(), numbers: new Map(), scanned: new Map() }
    institutions.set(institutionId, own)
  }
  return own
}

/** Writes a row of the publication that was entered last. */
export function addRow(
  ledger: Ledger,
  own: OwnRows,
  series: number,
  move: number,
  direction: Change['direction'],
): void {
  const row = ledger.length
  const cell = row * width
  if (cell + width > ledger.cells.length) ledger.cells = grown(ledger.cells)
  if (row === ledger.rowsBefore.length) ledger.rowsBefore = grown(ledger.rowsBefore)
  ledger.cells[cell] = series
  ledger.cells[cell + 1] = move
  ledger.cells[cell + 2] = ledger.publications.length - 1
  ledger.rowsBefore[row] = entryIn(ledger.lastRows, series) + 1
  ledger.lastRows[series] = row
  ledger.length++
  if (direction === 'withdrawn') return
  push(own.history, row)
  if (direction === 'up' || direction === 'down') push(ledger.moves, row)
}

/** Takes back the rows from one on, which no version has seen; so nobody has asked for lists of them (`lists.ts`, `histories.ts`). */
export function rewind(ledger: Ledger, length: number): void {
  while (ledger.length > length) {
    const row = --ledger.length
    ledger.lastRows[seriesIn(ledger, row)] = rowBefore(ledger, row)
  }
  const histories = ledger.institutions.values().map(({ history }) => history)
  for (const rows of [ledger.moves, ...histories]) {
    rows.length = countBelow(rows, length)
  }
}

/** The row of the same series before a row; -1 if it is the first. */
export function rowBefore({ rowsBefore }: Ledger, row: number): number {
  return (rowsBefore[row] ?? 0) - 1
}

/** Each direction as a bit, so that a number says of all whether they are asked for. */
export const directionBits: Readonly<Record<Change['direction'], number>> = {
  initial: 1,
  up: 2,
  down: 4,
  flat: 8,
  withdrawn: 16,
}

/** What a table says of a number that a row has. */
export function entryIn<T>(table: readonly T[], number: number): T {
  const entry = table[number]
  if (entry === undefined) throw new Error(`The records have no number ${number} in that table.`)
  return entry
}

/** What a row says, whichever version is the first to see it. */
export function directionIn(ledger: Ledger, row: number): Change['direction'] {
  const known = ledger.allMoves[moveIn(ledger, row)]
  if (known === undefined) throw new Error(`There is no row ${row}.`)
  return known.direction
}

/** The number of the series that a change is about; the first change of a series gives it one. */
export function seriesNumber(
  { allSeries, lastRows }: Ledger,
  own: OwnRows,
  institutionId: string,
  { variant, tenure, payout, direction }: Change,
): number {
  const terms = { variant, tenure, payout }
  const key = keyOf(terms)
  const known = own.numbers.get(key)
  if (known !== undefined) return known
  if (direction === 'withdrawn') throw new Error('The book withdraws an offer that it never had.')
  const number = allSeries.push({ institutionId, terms }) - 1
  lastRows.push(-1)
  own.numbers.set(key, number)
  return number
}

/** The number of a move; the first of its words gives it one. */
export function moveNumber(ledger: Ledger, change: Change): number {
  const { allMoves, directions, moveNumbers } = ledger
  const { direction, previous } = change
  const rate = direction === 'withdrawn' ? undefined : change.rate
  const key = `${direction} ${previous} ${rate}`
  const known = moveNumbers.get(key)
  if (known !== undefined) return known
  const move = rate === undefined ? { direction, previous } : { direction, previous, rate }
  const number = allMoves.push(move as Move) - 1
  directions.push(directionBits[direction])
  moveNumbers.set(key, number)
  return number
}
