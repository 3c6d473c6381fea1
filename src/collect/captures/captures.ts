import { hash } from 'node:crypto'

/** The evidence store: the bodies of fetched pages by their digests. All implementations pass `test/collect/captures/contract.ts`. */
export type Captures = {
  /** Stores a body and returns its digest. The body survives a crash from then on. A body that is there is replaced by itself. */
  put(body: Uint8Array): Promise<string>
  /** The body with this digest; `undefined` if there is none. Throws a `CapturesError` if the stored one is damaged. */
  get(digest: string): Promise<Uint8Array | undefined>
}

/** The largest body that is stored, in bytes. Fetching has a lower limit. */
export const bodyLimit = 32 * 1024 * 1024

/** The digest of a body as it is kept: SHA-256 in lower-case hex. */
export function digestOfBody(body: Uint8Array): string {
  return hash('sha256', body)
}

const digestPattern = /^[0-9a-f]{64}$/

/** Whether a text has the form of a digest. Only such a text may become part of a path. */
export function isDigest(text: string): boolean {
  return digestPattern.test(text)
}

/** `configuration`: a setting or a permission must change. `disk`: the disk failed, or a file is damaged. */
export type CapturesErrorKind = 'configuration' | 'disk'

/** An error of the evidence store, as a sentence for the person who runs the command. */
export class CapturesError extends Error {
  readonly kind: CapturesErrorKind

  constructor(kind: CapturesErrorKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'CapturesError'
    this.kind = kind
  }
}
