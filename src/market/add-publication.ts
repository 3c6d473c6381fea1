import type { Change } from '../domain/change.ts'
import { perChange, scannedChange, scannedDirection } from '../domain/scan-changes.ts'
import {
  addRow,
  moveNumber,
  ownRows,
  seriesNumber,
  type Ledger,
  type OwnRows,
  type RecordPublication,
} from './ledger.ts'

/** Writes the changes of one publication, a row each. */
export function addPublication(
  ledger: Ledger,
  publication: RecordPublication,
  institutionId: string,
  changes: Iterable<Change>,
): void {
  const own = ownRows(ledger, institutionId)
  ledger.publications.push(publication)
  for (const change of changes) {
    const series = seriesNumber(ledger, own, institutionId, change)
    addRow(ledger, own, series, moveNumber(ledger, change), change.direction)
  }
}

/** The same from the numbers of a scan: a change is made an object only where it has something new. */
export function addScanned(
  ledger: Ledger,
  publication: RecordPublication,
  institutionId: string,
  scanned: Uint32Array,
): void {
  const own = ownRows(ledger, institutionId)
  ledger.publications.push(publication)
  for (let i = 0; i < scanned.length; i += perChange) {
    const series = scannedSeries(ledger, own, institutionId, scanned, i)
    const move = scannedMove(ledger, scanned, i)
    addRow(ledger, own, series, move, scannedDirection(scanned, i))
  }
}

function scannedSeries(
  ledger: Ledger,
  own: OwnRows,
  institutionId: string,
  scanned: Uint32Array,
  index: number,
): number {
  const [words, tenure] = [scanned[index] ?? 0, scanned[index + 3] ?? 0]
  // The words without the direction, which are the terms but for the tenure.
  const code = tenure * 64 + (words >> 3)
  let number = own.scanned.get(code)
  if (number === undefined) {
    number = seriesNumber(ledger, own, institutionId, scannedChange(scanned, index))
    own.scanned.set(code, number)
  }
  return number
}

function scannedMove(ledger: Ledger, scanned: Uint32Array, index: number): number {
  const [words, previous, rate] = [
    scanned[index] ?? 0,
    scanned[index + 1] ?? 0,
    scanned[index + 2] ?? 0,
  ]
  let rates = ledger.scannedMoves.get(previous)
  if (rates === undefined) ledger.scannedMoves.set(previous, (rates = new Map<number, number>()))
  const code = rate * 8 + (words & 7)
  let number = rates.get(code)
  if (number === undefined) {
    number = moveNumber(ledger, scannedChange(scanned, index))
    rates.set(code, number)
  }
  return number
}
