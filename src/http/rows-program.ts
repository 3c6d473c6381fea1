import { readFileSync } from 'node:fs'
import { commaBits, distanceCodes, lengthCodes, writeBegin, writeEnd } from './deflate-codes.ts'

/** What is used of WebAssembly here: TypeScript has its types among those of browsers. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Memory: new (size: { initial: number }) => Memory
  readonly Instance: new (
    module: object,
    imports: { rows: { memory: Memory } },
  ) => { readonly exports: Join & Gzip }
}
type Memory = { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number }
/** As `join-rows.wat` has it, … */
type Join = {
  readonly list: (
    cells: number,
    end: number,
    list: number,
    series: number,
    move: number,
    publication: number,
  ) => void
  readonly measure: (list: number, count: number, to: number) => 0 | 1
  readonly join: (list: number, count: number, to: number) => void
}
/** … and `gzip-rows.wat`. */
type Gzip = {
  readonly check: (list: number, count: number, cuts: number, sum: number) => number
  readonly deflate: (list: number, count: number, cuts: number, here: number, to: number) => number
}

/** What joins and compresses rows, with a memory of its own. */
export type RowsProgram = Join & Gzip & { readonly memory: Memory }

/** Where the codes of deflate stand in the memory; before them is what the program says of some rows, and behind them the rest. */
const [lengthsAt, distancesAt, countsAt, beginAt, endAt] = [16, 1_052, 1_172, 1_184, 1_440]
export const freeFrom = 1_456

const [joinCode, gzipCode] = ['join', 'gzip'].map((name) =>
  readFileSync(new URL(`${name}-rows.wasm`, import.meta.url)),
) as [Buffer, Buffer]

/** The programs, for one joiner; `undefined` if the system has no addresses for its memory, or V8 may not compile. */
export function newProgram(): RowsProgram | undefined {
  try {
    const memory = new WebAssembly.Memory({ initial: 1 })
    const start = (code: Uint8Array) =>
      new WebAssembly.Instance(new WebAssembly.Module(code), { rows: { memory } }).exports
    const bytes = new Uint8Array(memory.buffer)
    const numbers = new Int32Array(memory.buffer)
    numbers.set(lengthCodes, lengthsAt / 4)
    numbers.set(distanceCodes, distancesAt / 4)
    const counts = [writeBegin(bytes, beginAt), writeEnd(bytes, endAt), commaBits]
    numbers.set(counts, countsAt / 4)
    return { ...start(joinCode), ...start(gzipCode), memory }
  } catch {
    return undefined
  }
}
