import { pageSize, webAssembly, type WasmMemory } from './web-assembly.ts'

/** How many responses are put together side by side, and how many bytes each may have. */
export const slotCount = 16
export const slotSize = 131_072
/** The bytes that a copy in steps writes too much. */
export const step = 32

const stride = slotSize + step

/**
 * Memory that responses are sent from and that WebAssembly writes in: a page is joined where it is sent from (decision 010). It
 * never grows, so whoever looks at it may go on doing so. `undefined` if the system has no addresses for it, or V8 may not compile.
 */
export const sendingMemory = newMemory()

let areTaken = false

/** Memory for responses, each apart: in the sending memory for the first who asks in this process, else wherever there is some. */
export function takeSlots(): readonly Buffer[] {
  const buffer = areTaken ? undefined : sendingMemory?.buffer
  areTaken = true
  return Array.from({ length: slotCount }, (_, slot) =>
    buffer === undefined
      ? Buffer.allocUnsafeSlow(slotSize)
      : Buffer.from(buffer, slot * stride, slotSize),
  )
}

function newMemory(): WasmMemory | undefined {
  const pages = Math.ceil((slotCount * stride) / pageSize)
  try {
    return new webAssembly.Memory({ initial: pages, maximum: pages })
  } catch {
    return undefined
  }
}
