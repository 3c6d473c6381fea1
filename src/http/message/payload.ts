import type { Payload } from './body.ts'

/** The body of a response that has none. */
export const noPayload: Payload = { length: 0, writeTo() {} }

/** Bytes that are there. */
export function payloadOf(bytes: Uint8Array): Payload {
  const { length } = bytes
  return { length, writeTo: (out, at) => out.set(bytes, at) }
}

/** A text as UTF-8. */
export function textPayload(text: string): Payload {
  return payloadOf(ownBytes(text))
}

/** The bytes of a text in memory of their own: a few that lie in the pool of Node's buffers keep all 64 KB of it. */
export function ownBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

/** The bytes of a payload, in memory of their own. */
export function bytesOf({ length, writeTo }: Payload): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length)
  writeTo(bytes, 0)
  return bytes
}
