import { hash } from 'node:crypto'
import { bytesOf, octetsOf, type Octets } from './octets.ts'

/** The bytes of an answer, made only as far as somebody asks for them. */
export type Body = {
  /** A number of bytes that it has at least, known without making it. */
  readonly least: number
  readonly octets: () => Octets
  /** A name for exactly these bytes: two bodies that differ have different ones. */
  readonly digest: () => string
  /** Whether it is not kept: what compresses it is then as quick as what makes it. */
  readonly isMadeEachTime?: boolean
}

/** The body that a text is. */
export function textBody(text: string): Body {
  // The bytes themselves are not kept: they may lie in the pool of Node's buffers, and would keep all 64 KB of it.
  const octets = octetsOf(text)
  return {
    least: octets.length,
    octets: () => octets,
    digest: () => hash('sha256', bytesOf(octets), 'base64url').slice(0, 22),
  }
}
