import type { Change } from '../domain/change.ts'
import type { InstitutionType } from '../domain/institution.ts'
import type { Instant } from '../domain/instant.ts'
import { keyOf, type Terms, type TermsKey } from '../domain/offer.ts'
import { moveIn, width } from './cells.ts'
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
  /** The numbers of its series, by their terms, and by the codes of a scan (`add-publication.ts`). */
  readonly numbers: Map<TermsKey, number>
  readonly scanned: Map<number, number>
}

/** Parts of lists, each with how far that list was looked through for it. */
export type Parts = Map<string, { readonly rows: GrowingRows; looked: number }>

/**
 * The storage that the versions of one book's records share; only `appendRecords` writes in it. A row costs 12 bytes in the
 * cells and 12 in the lists (institution, series, moves), up to twice that where an array has just doubled: 24 to 48 MB
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
  /** Every row of each series, withdrawals too, by its number. */
  readonly ofSeries: GrowingRows[]
  /** The raises and cuts of all institutions. */
  readonly moves: GrowingRows
  /** Parts of the lists, by what was asked for (`lists.ts`); those by type hold as long as nobody has another type. */
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
    ofSeries: [],
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
    own = { history: growingRows(), numbers: new Map(), scanned: new Map() }
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
  const row = ledger.length++
  const cell = row * width
  if (cell + width > ledger.cells.length) ledger.cells = grown(ledger.cells)
  ledger.cells[cell] = series
  ledger.cells[cell + 1] = move
  ledger.cells[cell + 2] = ledger.publications.length - 1
  push(rowsOf(ledger, series), row)
  if (direction === 'withdrawn') return
  push(own.history, row)
  if (direction === 'up' || direction === 'down') push(ledger.moves, row)
}

/** Takes back the rows from one on, which no version has seen. */
export function rewind(ledger: Ledger, length: number): void {
  ledger.length = length
  const histories = ledger.institutions.values().map(({ history }) => history)
  for (const rows of [ledger.moves, ...ledger.ofSeries, ...histories]) {
    rows.length = countBelow(rows, length)
  }
}

/** Every row of a series, withdrawals too. */
export function rowsOf({ ofSeries }: Ledger, series: number): GrowingRows {
  const rows = ofSeries[series]
  if (rows === undefined) throw new Error(`There is no series ${series}.`)
  return rows
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
  { allSeries, ofSeries }: Ledger,
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
  ofSeries.push(growingRows())
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
