import { pageSize, webAssembly, type WasmMemory } from './web-assembly.ts'

/**
 * Memory that the responses of a server are sent from and that WebAssembly writes in: a page is joined where it is sent from
 * (decision 010). It never grows, so whoever looks at it may go on doing so.
 */
export type SendingMemory = {
  readonly memory: WasmMemory
  /** The places for responses; behind each there is room for a step. */
  readonly slots: readonly Buffer[]
}

/** How many responses are put together side by side, and how many bytes each may have. */
export const slotCount = 16
export const slotSize = 131_072
/** The bytes that a copy in steps may write too much. */
export const step = 32

/** Such memory for one server; `undefined` if the system has no addresses for it, or V8 may not compile. */
export function newSendingMemory(): SendingMemory | undefined {
  const stride = slotSize + step
  const pages = Math.ceil((slotCount * stride) / pageSize)
  try {
    const memory = new webAssembly.Memory({ initial: pages, maximum: pages })
    const slots = Array.from({ length: slotCount }, (_, slot) =>
      Buffer.from(memory.buffer, slot * stride, slotSize),
    )
    return { memory, slots }
  } catch {
    return undefined
  }
}
