import type { Socket } from 'node:net'
import { isEncrypted, writeTo } from './straight.ts'

/** Memory in which responses are put together: what was sent makes room for the next. */
export type Room = {
  /** So many bytes for a response on a socket, which hold what they held before; one at a time. */
  readonly take: (socket: Socket, size: number) => Buffer
  /** Sends what was taken last. */
  readonly send: (socket: Socket, bytes: Buffer) => void
}

/** Most responses are smaller, and the system takes them whole. */
const usual = 131_072
/** The bytes of other memory that are kept for the next: fresh memory costs as much as to fill it. */
const mostSpare = 8_388_608

/** Memory for the responses of one server. */
export function createRoom(): Room {
  let small = Buffer.allocUnsafeSlow(usual)
  const spare: Buffer[] = []
  let spareBytes = 0

  const lend = (size: number): Buffer => {
    const index = spare.findIndex(({ length }) => length >= size)
    const [known] = index < 0 ? [] : spare.splice(index, 1)
    if (known === undefined) return Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(size)))
    spareBytes -= known.length
    return known
  }
  const giveBack = (memory: Buffer): void => {
    if (spareBytes + memory.length > mostSpare) return
    spareBytes += memory.length
    spare.push(memory)
  }
  return {
    take(socket, size) {
      const memory = isTakenAtOnce(socket, size) ? small : lend(size)
      return memory.subarray(0, size)
    },
    send(socket, bytes) {
      if (isTakenAtOnce(socket, bytes.length)) {
        writeTo(socket, bytes)
        // What the system did not take yet is read from this memory later.
        if (socket.writableLength > 0) small = Buffer.allocUnsafeSlow(usual)
      } else {
        const memory = Buffer.from(bytes.buffer)
        socket.write(bytes, () => {
          giveBack(memory)
        })
      }
    },
  }
}

/** Whether a write is most often over when it returns; what is encrypted first is not. */
function isTakenAtOnce(socket: Socket, size: number): boolean {
  return size <= usual && !isEncrypted(socket)
}
