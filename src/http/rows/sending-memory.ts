import { pageSize, webAssembly, type WasmMemory } from './web-assembly.ts'

/**
 * Memory that the responses of a server are sent from and that WebAssembly writes in: a page is joined where it is sent from
 * (decision 010). It never grows, so whoever looks at it may go on doing so.
 */
export type SendingMemory = WasmMemory

/** How many responses are put together side by side, how many bytes each may have, and from one to the next. */
export const slotCount = 16
export const slotSize = 131_072
/** The bytes that a copy in steps may write too much. */
export const step = 32
export const stride = slotSize + step

/** Such memory for one server; `undefined` if the system has no addresses for it, or V8 may not compile. */
export function newSendingMemory(): SendingMemory | undefined {
  const pages = Math.ceil((slotCount * stride) / pageSize)
  try {
    return new webAssembly.Memory({ initial: pages, maximum: pages })
  } catch {
    return undefined
  }
}
