declare const octets: unique symbol

/**
 * Bytes as a string, a character for each: what is joined of pieces is made fastest as a string, and one of 32 KB that is
 * written to a socket from a string costs no memory of its own to allocate, where a buffer does (decision 010).
 */
export type Octets = string & { readonly [octets]: true }

/** A text as UTF-8; one in ASCII, as most answers are, is that already, whatever its length. */
export function octetsOf(text: string): Octets {
  if (Buffer.byteLength(text) === text.length) return text as Octets
  return bytesAsOctets(Buffer.from(text))
}

/** Bytes as a string. */
export function bytesAsOctets(bytes: Buffer): Octets {
  return bytes.toString('latin1') as Octets
}

/** The bytes themselves. */
export function bytesOf(octets: Octets): Buffer {
  return Buffer.from(octets, 'latin1')
}
