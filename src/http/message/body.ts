/** A Buffer, as far as it is written to: the types of the client reach this file, and name nothing of Node's. */
export type Memory = Uint8Array & {
  readonly write: (text: string, at: number, encoding: 'latin1') => number
}

/**
 * The bytes of a body, written into the memory from which a response is sent: what is joined of pieces is copied once, and
 * nothing of it is left to be collected (decision 010).
 */
export type Payload = {
  /** In bytes. */
  readonly length: number
  /** Writes all of them into memory that is large enough. */
  readonly writeTo: (out: Memory, at: number) => void
}

/** The bytes of an answer, made only as far as somebody asks for them. */
export type Body = {
  /** A number of bytes that it has at least, known without making it. */
  readonly least: number
  readonly payload: () => Payload
  /** A name for exactly these bytes: two bodies that differ have different ones. */
  readonly digest: () => string
  /** Whether it is not kept: what compresses it is then as quick as what makes it. */
  readonly isMadeEachTime?: boolean
  /** Its gzip form, where there is a quicker way to that than to compress the bytes; the same bytes each time. */
  readonly gzip?: (() => Payload | undefined) | undefined
}
