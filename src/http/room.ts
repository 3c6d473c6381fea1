import type { Socket } from 'node:net'

/** Memory in which responses are put together: what was sent makes room for the next. */
export type Room = {
  /** So many bytes, which hold what they held before; one at a time. */
  readonly take: (size: number) => Buffer
  /** Sends what was taken last. */
  readonly send: (socket: Socket, bytes: Buffer) => void
}

/** Most responses are smaller, and the system takes them whole. */
const usual = 131_072
/** Memory of larger ones that is kept for the next, in pieces: fresh memory costs as much as to fill it. */
const mostLarge = 4

/** Memory for the responses of one server. */
export function createRoom(): Room {
  let small = Buffer.allocUnsafeSlow(usual)
  const large: Buffer[] = []
  return {
    take(size) {
      if (size <= usual) return small.subarray(0, size)
      const index = large.findIndex(({ length }) => length >= size)
      const [known = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(size)))] =
        index < 0 ? [] : large.splice(index, 1)
      return known.subarray(0, size)
    },
    send(socket, bytes) {
      if (bytes.length > usual) {
        const memory = Buffer.from(bytes.buffer)
        socket.write(bytes, () => {
          if (large.length < mostLarge) large.push(memory)
        })
        return
      }
      socket.write(bytes)
      // What the system did not take yet is read from this memory later.
      if (socket.writableLength > 0) small = Buffer.allocUnsafeSlow(usual)
    },
  }
}
