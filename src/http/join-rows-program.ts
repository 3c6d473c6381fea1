import { readFileSync } from 'node:fs'
import { width } from '../market/cells.ts'
import type { Ledger } from '../market/ledger.ts'
import type { FoundRows } from '../query/page.ts'
import type { RowJoiner } from './join-rows.ts'
import { bytesInWord, lengthOf, markOf, startOf, type Measure } from './pieces.ts'
import { pieceOf, type RowTexts } from './row-texts.ts'

/** What is used of WebAssembly here: TypeScript has its types among those of browsers. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Memory: new (size: { initial: number }) => Memory
  readonly Instance: new (
    module: object,
    imports: { rows: { memory: Memory } },
  ) => { readonly exports: Program }
}
type Memory = { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number }
/** As `join-rows.wat` has it. */
type Program = {
  readonly measure: (list: number, count: number, to: number) => 0 | 1
  readonly join: (list: number, count: number, to: number) => void
}

const code = readFileSync(new URL('join-rows.wasm', import.meta.url))
const pageSize = 65_536

/** The program with a memory of its own, for one joiner; `undefined` if the system has no addresses for it, or V8 may not compile. */
export function newProgram(): (Program & { readonly memory: Memory }) | undefined {
  try {
    const memory = new WebAssembly.Memory({ initial: 1 })
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code), { rows: { memory } })
    return { ...exports, memory }
  } catch {
    return undefined
  }
}

/** Where the table begins, in bytes; before it stands what the program says of some rows. */
const tableAt = 16
/** The bytes of a piece in the table, of a place in the list, and of what a step of a copy reads or writes too much. */
const [entry, place, step] = [16, 4, 32]

/**
 * The program reaches no memory but its own. There lie a table with a place for each number of each column, copies of the texts,
 * the list of the places of some rows' pieces, and behind it what was joined, which is copied from there as a whole.
 */
export function joinInWebAssembly(
  texts: RowTexts,
  { memory, measure, join }: NonNullable<ReturnType<typeof newProgram>>,
): RowJoiner {
  const { pieces, series, move, publication } = texts
  const columns = [series, move, publication]
  let bytes = new Uint8Array(memory.buffer)
  let numbers = new Int32Array(memory.buffer)
  /** How many numbers of each column have a place in the table, and where those of each begin. */
  let room = [0, 0, 0]
  let tables = [tableAt, tableAt, tableAt]
  /** The texts that have a place, where they begin, and how many bytes of them are there; and where the list begins. */
  let words: Float64Array | undefined
  let [textsAt, copied, listAt] = [tableAt, 0, tableAt]

  const seeTo = (size: number): void => {
    if (size <= bytes.length) return
    memory.grow(Math.ceil((size - bytes.length) / pageSize))
    bytes = new Uint8Array(memory.buffer)
    numbers = new Int32Array(memory.buffer)
  }
  const enter = (at: number, piece: number): void => {
    const { high, low } = markOf(pieces, piece)
    numbers.set([textsAt + startOf(pieces, piece), lengthOf(pieces, piece), high, low], at / place)
  }
  const copyTexts = (): void => {
    const end = pieces.used * bytesInWord
    bytes.set(pieces.bytes.subarray(copied, end), textsAt + copied)
    copied = end
  }
  const isOutgrown = (ledger: Ledger): boolean =>
    words !== pieces.words || countsOf(ledger).some((count, column) => count > (room[column] ?? 0))
  /** Gives everything another place, with room for twice as much. */
  const arrange = (ledger: Ledger): void => {
    // Nothing has a place until all has: memory may be refused half way.
    words = undefined
    copied = 0
    room = countsOf(ledger).map((count) => 2 * count)
    textsAt = tableAt
    tables = room.map((count) => (textsAt += count * entry) - count * entry)
    listAt = textsAt + pieces.words.byteLength
    seeTo(listAt)
    bytes.fill(0, tableAt, textsAt)
    copyTexts()
    for (const [column, { known }] of columns.entries()) {
      const begin = tables[column] ?? 0
      for (const [number, piece] of known.entries())
        if (piece > 0) enter(begin + number * entry, piece - 1)
    }
    words = pieces.words
  }
  /** Lists the places of the pieces of some rows, newest first. */
  const list = ({ records, items, start, end }: FoundRows): void => {
    seeTo(listAt + 3 * (end - start) * place)
    const { cells } = records
    const [seriesAt = 0, moveAt = 0, publicationAt = 0] = tables
    const places = numbers
    // Rows lie far apart: in a loop that does nothing else, the processor waits for many of them at a time (decision 010).
    let touched = 0
    for (let index = start; index < end; index++) {
      const cell = (items[index] as number) * width
      touched ^= (cells[cell] as number) ^ (cells[cell + 2] as number)
    }
    places[0] = touched
    let next = listAt / place
    for (let index = end - 1; index >= start; index--) {
      const cell = (items[index] as number) * width
      places[next++] = seriesAt + (cells[cell] as number) * entry
      places[next++] = moveAt + (cells[cell + 1] as number) * entry
      places[next++] = publicationAt + (cells[cell + 2] as number) * entry
    }
  }
  /** Takes over the pieces that are listed, some of which are new. */
  const learn = (ledger: Ledger, count: number): void => {
    const listed = numbers.slice(listAt / place, listAt / place + count)
    const wanted = listed.map((at, i) => (at - (tables[i % 3] ?? 0)) / entry)
    const made = wanted.map((number, i) => pieceOf(pieces, columns[i % 3] ?? series, number))
    if (words !== pieces.words) arrange(ledger)
    copyTexts()
    seeTo(listAt + count * place)
    for (const [i, number] of wanted.entries()) {
      const at = (tables[i % 3] ?? 0) + number * entry
      enter(at, made[i] as number)
      numbers[listAt / place + i] = at
    }
  }
  const countOf = ({ start, end }: FoundRows): number => 3 * (end - start)
  let last: (Measure & { readonly of: FoundRows }) | undefined
  const measureRows = (found: FoundRows): Measure => {
    if (last?.of === found) return last
    // What is listed from here on is no longer the last, even if a text cannot be made.
    last = undefined
    if (isOutgrown(found.records.ledger)) arrange(found.records.ledger)
    list(found)
    // No text is empty: once it has been learned, every piece is known.
    while (measure(listAt, countOf(found), 0) === 0) learn(found.records.ledger, countOf(found))
    const [length = 0, high = 0, low = 0] = numbers
    last = { of: found, length, mark: { high, low } }
    return last
  }
  return {
    measure: measureRows,
    write(found, out, at) {
      const { length } = measureRows(found)
      const begin = listAt + countOf(found) * place
      seeTo(begin + length + step)
      join(listAt, countOf(found), begin)
      out.set(bytes.subarray(begin, begin + length), at)
    },
  }
}

/** How many numbers there are for each of the columns. */
function countsOf({ allSeries, allMoves, publications }: Ledger): number[] {
  return [allSeries.length, allMoves.length, publications.length]
}
