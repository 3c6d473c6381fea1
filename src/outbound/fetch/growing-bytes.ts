/** Bytes that are received one chunk after another, up to a limit. */
export type GrowingBytes = {
  /** The bytes so far, for as long as nothing is added. */
  readonly view: () => Uint8Array
  /** False if the chunk exceeds the limit; what fits is kept. */
  readonly add: (chunk: Uint8Array) => boolean
  /** The bytes; nothing can be added or read after it. */
  readonly take: () => Uint8Array
}

/**
 * Makes an empty buffer that grows in place. Chunks are copied, because a tiny one would keep the whole buffer alive that it was
 * received in.
 */
export function growingBytes(limit: number): GrowingBytes {
  const buffer = new ArrayBuffer(0, { maxByteLength: limit })
  const view = new Uint8Array(buffer)
  let size = 0
  return {
    view: () => view.subarray(0, size),
    add(chunk) {
      const fitting = chunk.subarray(0, limit - size)
      const needed = size + fitting.length
      if (needed > buffer.byteLength) {
        buffer.resize(Math.min(limit, Math.max(needed, buffer.byteLength * 2, 65_536)))
      }
      view.set(fitting, size)
      size = needed
      return fitting.length === chunk.length
    },
    take: () => new Uint8Array(buffer.transferToFixedLength(size)),
  }
}
