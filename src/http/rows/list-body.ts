import type { Body, Payload } from '../message/body.ts'

/** The list of rows that are written behind one another, one or more; they have so many bytes, and a name. */
export function listBody(length: number, digest: string, writeRows: Payload['writeTo']): Body {
  const payload = listOf(length, writeRows)
  return { least: payload.length, payload: () => payload, digest: () => digest }
}

/** The bytes of such a list. */
export function listOf(length: number, writeRows: Payload['writeTo']): Payload {
  return {
    length: length + 1,
    writeTo(out, at) {
      writeRows(out, at)
      // The list's brackets: one where the first row has its comma.
      out[at] = 0x5b
      out[at + length] = 0x5d
    },
  }
}
