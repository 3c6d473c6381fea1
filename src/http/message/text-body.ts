import { hash } from 'node:crypto'
import type { Body } from './body.ts'
import { ownBytes, payloadOf } from './payload.ts'

/** The body that a text is. */
export function textBody(text: string): Body {
  return bytesBody(ownBytes(text))
}

/** The body that bytes are. */
export function bytesBody(bytes: Uint8Array): Body {
  const payload = payloadOf(bytes)
  return {
    least: bytes.length,
    payload: () => payload,
    digest: () => hash('sha256', bytes, 'base64url').slice(0, 22),
  }
}
