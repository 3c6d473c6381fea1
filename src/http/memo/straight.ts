import { Socket } from 'node:net'

/** What is used of Node's handle of a connection. */
type Handle = {
  /** Has what arrives put into this memory from now on. */
  readonly useUserBuffer: (memory: Uint8Array) => void
  /** Writes as much as goes at once: 0 if that was all, the number of an error, or the write that goes on. */
  writeBuffer: (request: null, bytes: Uint8Array) => unknown
}

/** Where a socket of Node's keeps the memory that it is read into, and who is told how much came. */
const fields = Object.getOwnPropertySymbols(new Socket())
const [memoryField, tellField] = ['kBuffer', 'kBufferCb'].map((name) =>
  fields.find(({ description }) => description === name),
)

/**
 * Whether connections are read and written below Node's streams, which cost an answer from memory a quarter of its time, and
 * fresh memory for each read: its collection is most of what the slowest in a hundred wait for (decision 020). Node offers this
 * reading to its clients only (`onread` of `net.Socket`), and the writing to nobody: it is done on the Node that it was tested
 * with, and elsewhere the streams are used.
 */
export const isStraight =
  process.versions.node.startsWith('26.10.') && memoryField !== undefined && tellField !== undefined

/**
 * Has a connection read into memory that others are read into as well: what came is there until `tell` returns. Its listeners of
 * `data` hear nothing any more; all other events come as ever. Where that cannot be had, nothing changes.
 */
export function readInto(socket: Socket, memory: Uint8Array, tell: (length: number) => void): void {
  const handle = handleOf(socket)
  if (handle === undefined || memoryField === undefined || tellField === undefined) return
  // The handle knows but the address of the memory: what keeps it from being collected is the field.
  Object.assign(socket, { [memoryField]: memory, [tellField]: tell })
  handle.useUserBuffer(memory)
}

/**
 * Writes to a connection for which nothing waits to be written. Whether the system took all of it at once: if not, `written` is called
 * when the bytes are not needed any more.
 */
export function writeTo(socket: Socket, bytes: Uint8Array, written?: () => void): boolean {
  const handle = socket.writableCorked > 0 ? undefined : handleOf(socket)
  if (handle === undefined) {
    let isLate = false
    socket.write(bytes, () => {
      if (isLate) written?.()
    })
    isLate = socket.writableLength > 0
    return !isLate
  }
  const outcome = handle.writeBuffer(null, bytes)
  if (outcome === 0) return true
  // From here on all is as if the stream had done it: it asks for the write, and is given the one that there is.
  const { writeBuffer } = handle
  handle.writeBuffer = () => outcome
  socket.write(bytes, written)
  handle.writeBuffer = writeBuffer
  return false
}

/** Whether what is written is encrypted first. */
export function isEncrypted(socket: Socket): boolean {
  return 'encrypted' in socket
}

/** The handle of a connection that is open and not encrypted. */
function handleOf(socket: Socket): Handle | undefined {
  if (!isStraight || isEncrypted(socket)) return undefined
  const { _handle: handle } = socket as { readonly _handle?: Handle | null }
  return handle ?? undefined
}
