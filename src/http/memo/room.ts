import type { Socket } from 'node:net'
import { slotCount, slotSize, stride, type SendingMemory } from '../rows/sending-memory.ts'
import { isEncrypted, writeTo } from './straight.ts'

/**
 * Memory in which responses are put together: what was sent makes room for the next. Those of one turn of the event loop are sent
 * behind one another at its end: whoever reads several of them on this machine is woken once, and not for each (decision 020).
 */
export type Room = {
  /** Sees to it that what is sent from now on goes at the end of this turn, and before whatever else is to be done then. */
  readonly open: () => void
  /** So many bytes for a response on a socket, which hold what they held before; one at a time. */
  readonly take: (socket: Socket, size: number) => Buffer
  /** Sends what was taken last, in a moment. */
  readonly send: (socket: Socket, bytes: Buffer) => void
  /** Sends what waits, if any of it is for this socket; without one, all that waits. */
  readonly settle: (socket?: Socket) => void
  /** Sends what waits, if any of it has waited for long. */
  readonly settleLate: () => void
}

/** Most responses are smaller, and the system takes them whole; as many wait for one another at the most as there are slots. */
const [usual, together] = [slotSize, slotCount]
/** The bytes that wait for one another, but for the last: of more the first are no longer at hand when they are sent (decision 020). */
const mostBytes = 196_608
/** Milliseconds after which they wait for no more. */
const longest = 1
/** The bytes of other memory that are kept for the next: fresh memory costs as much as to fill it. */
const mostSpare = 8_388_608

/** Memory for the responses of one server, which tells how many milliseconds the sending of several took. */
export function createRoom(
  clock: () => number,
  spent: (milliseconds: number) => void,
  sending?: SendingMemory,
): Room {
  const slots = sending === undefined ? [] : slotsOf(sending)
  /** Where the next is put together, by how many wait: in a slot, or in other memory while that is still read. */
  const small: (Buffer | undefined)[] = [...slots]
  const freed = slots.map((slot, index) => () => {
    small[index] = slot
  })
  let waiting: { readonly socket: Socket; readonly bytes: Buffer }[] = []
  let [since, waitingBytes] = [0, 0]
  let isOpen = false
  const spare: Buffer[] = []
  let spareBytes = 0

  const sendAll = (): void => {
    if (waiting.length === 0) return
    const started = clock()
    const all = waiting
    waiting = []
    waitingBytes = 0
    for (const [index, { socket, bytes }] of all.entries()) {
      // Its client may have gone meanwhile.
      if (!socket.writable) continue
      const memory = small[index]
      // What the system does not take at once is read from this memory later.
      small[index] = undefined
      const written = memory === slots[index] ? freed[index] : undefined
      if (writeTo(socket, bytes, written)) small[index] = memory
    }
    spent(clock() - started)
  }
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
    open() {
      if (isOpen) return
      isOpen = true
      setImmediate(() => {
        isOpen = false
        sendAll()
      })
    },
    take(socket, size) {
      if (!isTakenAtOnce(socket, size)) return lend(size).subarray(0, size)
      if (waiting.length === together || waitingBytes > mostBytes) sendAll()
      const memory = (small[waiting.length] ??= Buffer.allocUnsafeSlow(usual))
      return memory.subarray(0, size)
    },
    send(socket, bytes) {
      if (isTakenAtOnce(socket, bytes.length)) {
        if (waiting.length === 0) since = clock()
        waiting.push({ socket, bytes })
        waitingBytes += bytes.length
      } else {
        const memory = Buffer.from(bytes.buffer)
        socket.write(bytes, () => {
          giveBack(memory)
        })
      }
    },
    settle(socket) {
      if (socket === undefined || waiting.some((one) => one.socket === socket)) sendAll()
    },
    settleLate() {
      if (waiting.length > 0 && clock() - since > longest) sendAll()
    },
  }
}

/** The places for responses in the memory that is sent from; behind each there is room for a step. */
export function slotsOf({ buffer }: SendingMemory): readonly Buffer[] {
  return Array.from({ length: slotCount }, (_, slot) =>
    Buffer.from(buffer, slot * stride, slotSize),
  )
}

/** Whether a write is most often over when it returns; what is encrypted first is not. */
function isTakenAtOnce(socket: Socket, size: number): boolean {
  return size <= usual && !isEncrypted(socket)
}
