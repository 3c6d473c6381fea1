import { width } from '../../market/cells.ts'
import type { Ledger } from '../../market/ledger.ts'
import type { FoundRows } from '../../query/page.ts'
import { bytesInWord, lengthOf, markOf, startOf, type Measure } from './pieces.ts'
import { partsOf, pieceOf, type Column, type RowTexts } from './row-texts.ts'
import { createRowValues, cutSize } from './row-values.ts'
import { entry, layOut } from './rows-layout.ts'
import { freeFrom, type RowsProgram } from './rows-program.ts'
import { pageSize } from './web-assembly.ts'

/** What the program sees of some rows, in the only memory that it reads. */
export type RowsMemory = {
  /** The whole of it; another one when it has grown. */
  readonly bytes: Uint8Array
  readonly numbers: Int32Array
  /** Where the places of the pieces of the rows that were measured last are listed, newest first: behind it all is free. */
  readonly listAt: number
  /** How far behind four times the place of a piece it says how that is cut. */
  readonly cutsBehind: number
  /** The place of a piece that is the bracket behind a list. */
  readonly bracketAt: number
  /** Lists some rows, of which all pieces are known then, and says what they come to. */
  readonly measure: (found: FoundRows) => Measure
  /** Cuts the pieces that are listed; `false` if one is too long for that. Where it takes another room, nothing is listed any more. */
  readonly cut: (found: FoundRows) => boolean
  /** Has places in what is compressed be counted from the beginning again. */
  readonly countAnew: () => void
  /** Gives everything another place, with so many bytes for values: of no piece it is known any more how it is cut. */
  readonly arrange: (ledger: Ledger, valueBytes?: number) => void
  /** Sees that there are so many bytes. */
  readonly seeTo: (size: number) => void
}

/** The bytes of a place in the list. */
export const place = 4

/** The most bytes of a piece that is cut: of two rows of such pieces the one is within reach of a match in the other, 32 KB. */
const longest = 8_192

/** How many places the list of some rows has: three for each. */
export const placesOf = ({ start, end }: FoundRows): number => 3 * (end - start)

/**
 * There lie a table with a place for each number of each column, another that says how those pieces are cut, copies of the texts,
 * what they are cut into, and the list of the places of some rows' pieces.
 */
export function createRowsMemory(
  texts: RowTexts,
  { memory, list, measure }: RowsProgram,
): RowsMemory {
  const { pieces, series, move, publication } = texts
  const columns = [series, move, publication]
  const values = createRowValues()
  /** How many numbers of each column have a place in the table, and where those of each begin. */
  let room = [0, 0, 0]
  let tables: readonly number[] = [freeFrom, freeFrom, freeFrom]
  /** The texts that have a place, where they begin, and how many bytes of them are there. */
  let words: Float64Array | undefined
  let [textsAt, copied] = [freeFrom, 0]
  let valueBytes = pageSize
  let last: (Measure & { readonly of: FoundRows }) | undefined

  const rows: { -readonly [name in keyof RowsMemory]: RowsMemory[name] } = {
    bytes: new Uint8Array(memory.buffer),
    numbers: new Int32Array(memory.buffer),
    listAt: freeFrom,
    cutsBehind: 0,
    bracketAt: freeFrom,
    seeTo(size) {
      if (size <= rows.bytes.length) return
      memory.grow(Math.ceil((size - rows.bytes.length) / pageSize))
      rows.bytes = new Uint8Array(memory.buffer)
      rows.numbers = new Int32Array(memory.buffer)
    },
    countAnew: () => values.forgetPlaces(rows),
    arrange(ledger, valuesNow = valueBytes) {
      const counts = countsOf(ledger).map((count) => 2 * count)
      const layout = layOut(counts, pieces.words.byteLength, valuesNow)
      // Memory that is refused changes nothing.
      rows.seeTo(layout.end)
      valueBytes = valuesNow
      room = counts
      tables = layout.tables
      textsAt = layout.textsAt
      rows.cutsBehind = layout.cutsBehind
      rows.listAt = layout.end
      rows.bytes.fill(0, freeFrom, textsAt)
      values.begin(layout.valuesAt, rows.listAt)
      values.cut(rows, cutAtOf(freeFrom), { frame: [']'], values: [] })
      last = undefined
      copied = 0
      copyTexts()
      for (const [column, { known }] of columns.entries()) {
        const begin = tables[column] ?? 0
        for (const [number, piece] of known.entries())
          if (piece > 0) enter(begin + number * entry, piece - 1)
      }
      words = pieces.words
    },
    measure(found) {
      if (last?.of === found) return last
      // What is listed from here on is no longer the last, even if a text cannot be made.
      last = undefined
      if (isOutgrown(found.records.ledger)) rows.arrange(found.records.ledger)
      listPlaces(found)
      // No text is empty: once it has been learned, every piece is known.
      while (measure(rows.listAt, placesOf(found), 0) === 0) learn(found)
      const [length = 0, high = 0, low = 0] = rows.numbers
      last = { of: found, length, mark: { high, low } }
      return last
    },
    cut(found) {
      const { numbers, listAt } = rows
      for (let i = 0; i < placesOf(found); i++) {
        const at = numbers[listAt / place + i] as number
        const cutAt = cutAtOf(at)
        if (numbers[cutAt / place + 1] !== 0) continue
        if ((numbers[at / place + 1] as number) > longest) return false
        const parts = partsOf(columns[i % 3] as Column, numberAt(at, i))
        if (values.cut(rows, cutAt, parts)) continue
        rows.arrange(found.records.ledger, 2 * valueBytes)
        break
      }
      return true
    },
  }
  /** Where it says how the piece of a place is cut. */
  const cutAtOf = (at: number): number => at * (cutSize / entry) + rows.cutsBehind
  /** The number of a column that has a place which is listed as one of so many. */
  const numberAt = (at: number, index: number): number =>
    (at - (tables[index % 3] as number)) / entry
  const enter = (at: number, piece: number): void => {
    const { high, low } = markOf(pieces, piece)
    rows.numbers.set(
      [textsAt + startOf(pieces, piece), lengthOf(pieces, piece), high, low],
      at / place,
    )
  }
  const copyTexts = (): void => {
    const end = pieces.used * bytesInWord
    rows.bytes.set(pieces.bytes.subarray(copied, end), textsAt + copied)
    copied = end
  }
  const isOutgrown = (ledger: Ledger): boolean =>
    words !== pieces.words || countsOf(ledger).some((count, column) => count > (room[column] ?? 0))
  /** Lists the places of the pieces of some rows: their cells are copied behind the list first. */
  const listPlaces = (found: FoundRows): void => {
    const { cells, items, start, end } = found
    const size = placesOf(found) * place
    const cellsAt = rows.listAt + size
    rows.seeTo(cellsAt + size)
    const { numbers } = rows
    if (items === undefined)
      numbers.set(cells.subarray(start * width, end * width), cellsAt / place)
    else copyCells(found, items, numbers, cellsAt / place)
    const [seriesAt = 0, moveAt = 0, publicationAt = 0] = tables
    list(cellsAt, cellsAt + size, rows.listAt, seriesAt, moveAt, publicationAt)
  }
  /** Makes the pieces of some rows that are listed and not known yet. */
  const learn = (found: FoundRows): void => {
    for (let i = 0; i < placesOf(found); i++) {
      const at = rows.numbers[rows.listAt / place + i] as number
      if (rows.numbers[at / place + 1] !== 0) continue
      const piece = pieceOf(pieces, columns[i % 3] as Column, numberAt(at, i))
      if (words === pieces.words) {
        copyTexts()
        enter(at, piece)
      } else {
        rows.arrange(found.records.ledger)
        listPlaces(found)
      }
    }
  }
  return rows
}

/** Copies the cells of rows that lie apart to some numbers. */
function copyCells(
  { cells, start, end }: FoundRows,
  items: Uint32Array,
  to: Int32Array,
  at: number,
): void {
  let next = at
  for (let index = start; index < end; index++) {
    const cell = (items[index] as number) * width
    to[next] = cells[cell] as number
    to[next + 1] = cells[cell + 1] as number
    to[next + 2] = cells[cell + 2] as number
    next += width
  }
}

/** How many numbers there are for each of the columns. */
function countsOf({ allSeries, allMoves, publications }: Ledger): number[] {
  return [allSeries.length, allMoves.length, publications.length]
}
