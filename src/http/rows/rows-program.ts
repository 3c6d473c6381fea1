import { readFileSync } from 'node:fs'
import { distanceCodes, lengthCodes, literalCodes, writeBegin, writeEnd } from './deflate-codes.ts'
import type { SendingMemory } from './sending-memory.ts'
import { webAssembly, type WasmMemory } from './web-assembly.ts'

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
  readonly joinToSend: Join['join']
}
/** … and `gzip-rows.wat`. */
type Gzip = {
  readonly gzip: (
    list: number,
    count: number,
    cuts: number,
    bracket: number,
    here: number,
    to: number,
  ) => number
}

/** What joins and compresses rows, with a memory of its own. */
export type RowsProgram = Join &
  Gzip & { readonly memory: WasmMemory; readonly sending: SendingMemory | undefined }

/** Where the codes of deflate stand in the memory; before them is what the program says of some rows, and behind them the rest. */
const [lengthsAt, distancesAt, countsAt, beginAt, endAt] = [16, 1_052, 1_172, 1_184, 1_440]
const literalsAt = 1_456
export const freeFrom = 2_480

const [joinCode, gzipCode] = ['join', 'gzip'].map((name) =>
  readFileSync(new URL(`${name}-rows.wasm`, import.meta.url)),
) as [Buffer, Buffer]

/** The programs, for one joiner; `undefined` if the system has no addresses for its memory, or V8 may not compile. */
export function newProgram(sending?: SendingMemory): RowsProgram | undefined {
  try {
    const memory = new webAssembly.Memory({ initial: 1 })
    // Where nothing is sent from such memory, nothing is joined there.
    const rows = { memory, sending: sending ?? memory }
    const start = (code: Uint8Array) =>
      new webAssembly.Instance(new webAssembly.Module(code), { rows }).exports as Join & Gzip
    const bytes = new Uint8Array(memory.buffer)
    const numbers = new Int32Array(memory.buffer)
    numbers.set(lengthCodes, lengthsAt / 4)
    numbers.set(distanceCodes, distancesAt / 4)
    numbers.set(literalCodes, literalsAt / 4)
    numbers.set([writeBegin(bytes, beginAt), writeEnd(bytes, endAt)], countsAt / 4)
    return { ...start(joinCode), ...start(gzipCode), memory, sending }
  } catch {
    return undefined
  }
}
